/**
 * The layers of the C core. A module is a C file and the header of the same name. A module includes
 * headers of its layer and of lower layers. Functions are defined in the layer of the header that
 * declares them, except for hooks (pl_hook_…), through which a lower layer calls a higher one.
 */

/** C files and headers by name. */
export type CoreFiles = ReadonlyMap<string, string>;

/** The layers from the lowest to the highest, with the names of their modules. */
export type Layers = readonly { readonly name: string; readonly modules: readonly string[] }[];

const HOOK = /^pl_hook_/;
const INCLUDE = /^\s*#\s*include\s+"(\w+)\.h"/gm;
const DEFINED_FUNCTION = /^(?!static\b|PL_INLINE\b|typedef\b)[A-Za-z][^;={}#()]*?\b(pl_\w+)\([^;{}]*\)\s*\n\{/gm;
const DEFINED_VARIABLE =
  /^(?!static\b|extern\b|typedef\b|return\b)[A-Za-z][\w \t*]*?\b(pl_\w+)(?:\[[^\]]*\])?(?: PL_\w+)?(?: = [^;]*)?;/gm;
const DECLARED = /^(?!static\b|PL_INLINE\b|typedef\b)[A-Za-z][^;={}#()]*?\b(pl_\w+)(?:\([^;{}]*\)|(?:\[[^\]]*\])?);/gm;
const DECLARED_FUNCTION = /^(?!static\b|typedef\b|return\b)[A-Za-z][^;={}#()]*?\b(\w+)\([^;{}]*\);/gm;

const moduleOf = (file: string): string => file.replace(/\.[ch]$/, '');
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '');
const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);

/** The table of layers in runtime-c/README.md. Each row begins with the number of the layer. */
export function layersOf(readme: string): Layers {
  const rows = readme.matchAll(/^\|\s*\d+\s*\|\s*([\w ]+?)\s*\|([^|]*)\|/gm);
  return [...rows].map(([, name = '', cell = '']) => ({ name, modules: namesIn(cell, /`(\w+)`/g) }));
}

/** All violations of the layers, as sentences. */
export function layerProblems(files: CoreFiles, layers: Layers): string[] {
  const code = new Map([...files].map(([file, text]) => [file, withoutComments(text)]));
  return [
    ...unlisted(code, layers),
    ...upwardIncludes(code, layers),
    ...circles(code).map((circle) => `a circle of includes: ${circle.join(' → ')}`),
    ...strayDefinitions(code, layers),
    ...hiddenDeclarations(code),
  ];
}

function unlisted(files: CoreFiles, layers: Layers): string[] {
  const listed = layers.flatMap(({ modules }) => modules);
  const real = new Set([...files.keys()].map(moduleOf));
  return [
    ...[...real].filter((name) => !listed.includes(name)).map((name) => `${name} is in no layer`),
    ...listed.filter((name) => !real.has(name)).map((name) => `${name} is in a layer, but there is no such file`),
    ...listed.filter((name, at) => listed.indexOf(name) !== at).map((name) => `${name} is in two layers`),
  ];
}

const rankOf = (layers: Layers, module: string): number => layers.findIndex(({ modules }) => modules.includes(module));

function upwardIncludes(files: CoreFiles, layers: Layers): string[] {
  return [...files].flatMap(([file, text]) =>
    namesIn(text, INCLUDE)
      .filter((other) => rankOf(layers, other) > rankOf(layers, moduleOf(file)))
      .map((other) => `${file} includes ${other}.h of the higher layer ${layers[rankOf(layers, other)]?.name}`),
  );
}

/** The modules that each module includes. */
function includesOf(files: CoreFiles): Map<string, Set<string>> {
  const includes = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    const module = moduleOf(file);
    const others = includes.get(module) ?? new Set<string>();
    includes.set(module, others);
    for (const other of namesIn(text, INCLUDE)) if (other !== module) others.add(other);
  }
  return includes;
}

/** The include cycles that a depth-first search finds. */
function circles(files: CoreFiles): string[][] {
  const includes = includesOf(files);
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (module: string, path: readonly string[]): void => {
    if (path.includes(module)) found.push([...path.slice(path.indexOf(module)), module]);
    if (done.has(module) || path.includes(module)) return;
    for (const other of includes.get(module) ?? []) visit(other, [...path, module]);
    done.add(module);
  };
  for (const module of includes.keys()) visit(module, []);
  return found;
}

/**
 * Functions and variables that are not defined in the layer of their declaration, so that a call
 * can go upward without an include.
 */
function strayDefinitions(files: CoreFiles, layers: Layers): string[] {
  const definedIn = new Map<string, string>();
  for (const [file, text] of files) {
    if (!file.endsWith('.c')) continue;
    for (const pattern of [DEFINED_FUNCTION, DEFINED_VARIABLE]) {
      for (const name of namesIn(text, pattern)) definedIn.set(name, file);
    }
  }
  return [...files]
    .filter(([file]) => file.endsWith('.h'))
    .flatMap(([header, text]) =>
      namesIn(text, DECLARED).flatMap((name) => {
        const file = definedIn.get(name);
        if (file === undefined) return [`${name} of ${header} is defined nowhere`];
        const climb = rankOf(layers, moduleOf(file)) - rankOf(layers, moduleOf(header));
        if (HOOK.test(name)) return climb > 0 ? [] : [`${name} of ${header} is no hook: ${file} is not above it`];
        return climb === 0 ? [] : [`${name} of ${header} is defined in another layer, by ${file}`];
      }),
    );
}

function hiddenDeclarations(files: CoreFiles): string[] {
  return [...files]
    .filter(([file]) => file.endsWith('.c'))
    .flatMap(([file, text]) =>
      [...namesIn(text, DECLARED_FUNCTION), ...namesIn(text, /^\s*extern\b[^;]*?\b(\w+)(?:\[[^\]]*\])?;/gm)].map(
        (name) => `${file} declares ${name} for itself: include its header`,
      ),
    );
}
