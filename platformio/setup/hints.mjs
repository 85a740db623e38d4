/**
 * What is missing and how to get it, in English. Set-up runs before dependencies are installed, so it has no
 * translations. The program brings its own sentences: see tools.ts.
 */
export const ENGLISH = {
  /** @param {string} command @param {string} other */
  either: (command, other) => `${command}, or ${other}`,
  /** @param {string} command */
  orArduinoIde: (command) => `${command}, or the Arduino IDE`,
  /** @param {string} command */
  withBinOnPath: (command) => `${command}, and its bin directory on PATH`,
  /** @param {string} page */
  buildRtems: (page) => `build it as ${page} says, then set RTEMS_PREFIX, RTEMS_TOOLS, RTEMS_VERSION and RTEMS_BSP`,
  /** @param {string} page */
  buildQuest: (page) => `build ${page} with its tool chain as its README says, then set QUEST_ROOT to it`,
  /** @param {string} variable */
  setQuestTools: (variable) => `The tool chain of Quest is not known. Set ${variable} to its folder.`,
  /** @param {string} variable */
  setBsp: (variable) => `${variable} is not set, so the board support package of RTEMS is not known.`,
  /** @param {string} version @param {number} least */
  oldRtems: (version, least) => `RTEMS_VERSION is ${version}; Polyloop needs RTEMS ${least} or later.`,
  /** @param {string} file @param {string} variables */
  noFile: (file, variables) => `There is no ${file}, which ${variables} stand for.`,
  /** @param {string} command @param {string} variable */
  orSet: (command, variable) => `${command}, or set ${variable} to a checkout`,
  /** @param {string} variable @param {string} command */
  setOrUnset: (variable, command) => `set ${variable} to a checkout, or unset ${variable} and use ${command}`,
  /** @param {string} first @param {string} last */
  both: (first, last) => `${first} and ${last}`,
  /** @param {string} dir @param {string} folder @param {string} needed */
  noKernel: (dir, folder, needed) => `${dir} is no ${folder} (it needs ${needed}).`,
  /** @param {string} variable @param {string} dir @param {string} folder @param {string} needed */
  namesNoKernel: (variable, dir, folder, needed) =>
    `${variable} names ${dir}, which is no ${folder} (it needs ${needed}).`,
  /** @param {string} dir @param {string} name @param {string} version @param {string} least */
  oldKernel: (dir, name, version, least) => `${dir} is ${name} ${version}; Polyloop needs ${least} or later.`,
  /** @param {string} variable @param {string} dir @param {string} name @param {string} version @param {string} least */
  namesOldKernel: (variable, dir, name, version, least) =>
    `${variable} names ${dir}, which is ${name} ${version}; Polyloop needs ${least} or later.`,
};

/** @typedef {typeof ENGLISH} Hints */
