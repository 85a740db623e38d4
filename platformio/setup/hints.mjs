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
  /** @param {string} command @param {string} variable */
  orSet: (command, variable) => `${command}, or set ${variable} to a checkout`,
  /** @param {string} variable @param {string} command */
  setOrUnset: (variable, command) => `set ${variable} to a checkout, or unset ${variable} and use ${command}`,
  /** @param {string} dir */
  noKernel: (dir) => `${dir} is no checkout of FreeRTOS-Kernel (it needs tasks.c and include/FreeRTOS.h).`,
  /** @param {string} variable @param {string} dir */
  namesNoKernel: (variable, dir) =>
    `${variable} names ${dir}, which is no checkout of FreeRTOS-Kernel (it needs tasks.c and include/FreeRTOS.h).`,
  /** @param {string} dir @param {string} version @param {number} least */
  oldKernel: (dir, version, least) => `${dir} is FreeRTOS ${version}; Polyloop needs V${least} or later.`,
  /** @param {string} variable @param {string} dir @param {string} version @param {number} least */
  namesOldKernel: (variable, dir, version, least) =>
    `${variable} names ${dir}, which is FreeRTOS ${version}; Polyloop needs V${least} or later.`,
};

/** @typedef {typeof ENGLISH} Hints */
