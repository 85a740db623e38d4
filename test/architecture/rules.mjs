/**
 * The directions of dependency, as dependency-cruiser rules. Run by `npm run check`.
 *
 * sketch imports the reader of C++. analysis, simulation, trace and boards import sketch (and trace's
 * vocabulary). emit is generic. targets/<kernel> never imports another kernel. The window imports contract
 * and generator only. Only app/electron uses Electron. Only host, serve, cli, electron and the drivers use
 * Node.
 */
const error = /** @type {const} */ ('error');
const TESTS = '\\.test\\.tsx?$';

// Texts for the user are made everywhere.
const WORDS = '^generator/words/';

/** @param {string} name @param {string} comment @param {string} from @param {string[]} allowed */
const mayImportOnly = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: error,
  from: { path: from, pathNot: [TESTS, '/test-[^/]+\\.ts$'] },
  to: { path: '^(generator|app|platformio|templates|test|e2e|bench)/', pathNot: [from, WORDS, ...allowed] },
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: error,
      from: { pathNot: TESTS },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      severity: error,
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?(worker|url|raw|inline)' },
    },
    mayImportOnly('cpp-imports-nothing', 'reads C++ as text', '^generator/cpp/', []),
    mayImportOnly('sketch-imports-cpp', 'the document renames elements in its code', '^generator/sketch/', [
      '^generator/cpp/',
    ]),
    mayImportOnly('words-import-nothing', 'texts for the user', '^generator/words/', []),
    mayImportOnly('numbers-import-nothing', 'how numbers are written', '^generator/numbers/', []),
    mayImportOnly('system-imports-sketch', 'a sketch, resolved once', '^generator/system/', ['^generator/sketch/']),
    mayImportOnly('analysis-imports-system', '', '^generator/analysis/', [
      '^generator/(sketch|numbers|platform|system)/',
    ]),
    mayImportOnly(
      'simulation-imports-sketch-trace-analysis-and-lower',
      'a predicted trace carries the numbers and names that lowering gives to the tasks',
      '^generator/simulation/',
      ['^generator/(sketch|platform|system|trace|analysis|lower)/'],
    ),
    mayImportOnly('trace-imports-sketch', '', '^generator/trace/', ['^generator/sketch/']),
    mayImportOnly('the-line-knows-the-vocabulary', '', '^generator/trace/wire/', ['^generator/trace/[^/]+$']),
    mayImportOnly('the-store-knows-the-vocabulary', '', '^generator/trace/store/', ['^generator/trace/[^/]+$']),
    mayImportOnly('jobs-know-the-store', 'how events came is not their business', '^generator/trace/jobs/', [
      '^generator/trace/([^/]+$|store/)',
    ]),
    mayImportOnly('platform-imports-sketch', 'what boards and kernels are described by', '^generator/platform/', [
      '^generator/sketch/',
    ]),
    mayImportOnly('parts-import-platform', '', '^generator/parts/', ['^generator/(cpp|sketch|platform)/']),
    mayImportOnly('boards-import-platform', '', '^generator/boards/', ['^generator/(sketch|platform)/']),
    mayImportOnly('lower-imports-system-trace-and-boards', '', '^generator/lower/', [
      '^generator/(sketch|platform|system|trace|boards)/',
    ]),
    mayImportOnly('emit-is-generic', '', '^generator/emit/', []),
    mayImportOnly('print-imports-lower-and-emit', 'what the printers of all targets share', '^generator/print/', [
      '^generator/(cpp|sketch|platform|lower|emit)/',
    ]),
    mayImportOnly('targets-import-the-generator', '', '^generator/targets/', [
      '^generator/(sketch|platform|lower|emit|print|boards)/',
    ]),
    mayImportOnly(
      'judge-imports-what-judges-and-what-is-judged',
      'a sketch against targets and boards, without printing anything',
      '^generator/judge/',
      ['^generator/(sketch|numbers|platform|system|analysis|lower|boards|targets|calibration)/'],
    ),
    mayImportOnly(
      'calibration-imports-boards',
      'measured overheads in place of the shipped ones',
      '^generator/calibration/',
      ['^generator/(sketch|platform|boards|targets)/'],
    ),
    mayImportOnly('import-imports-what-judges', 'an Arduino sketch becomes a sketch', '^generator/import/', [
      '^generator/(cpp|numbers|sketch|platform|boards|analysis|lower|judge)/',
    ]),
    mayImportOnly('estimate-imports-the-parser', 'how long a body takes', '^generator/estimate/', [
      '^generator/(numbers|words|sketch|platform|boards|import|system|trace)/',
    ]),
    mayImportOnly('profile-imports-what-it-measures', 'what a run did, and new values from it', '^generator/profile/', [
      '^generator/(sketch|numbers|platform|boards|targets|system|trace|estimate)/',
    ]),
    mayImportOnly('health-imports-what-it-judges', 'a run against its sketch', '^generator/health/', [
      '^generator/(cpp|sketch|numbers|platform|system|targets|trace)/',
    ]),
    mayImportOnly('explain-imports-what-it-compares', 'one job, beside its bound', '^generator/explain/', [
      '^generator/(sketch|numbers|analysis|simulation|system|trace)/',
    ]),
    {
      name: 'no-target-imports-another',
      severity: error,
      from: { path: '^generator/targets/([^/]+)/.+' },
      to: { path: '^generator/targets/[^/]+/.+', pathNot: '^generator/targets/$1/' },
    },
    {
      name: 'generator-is-pure',
      comment: 'no Node, no DOM libraries: it runs in the window, in workers and on the command line',
      severity: error,
      from: { path: '^generator/', pathNot: [TESTS, '/test-[^/]+\\.ts$'] },
      to: { dependencyTypes: ['core'] },
    },
    mayImportOnly('app-words-import-nothing', 'languages and catalogs', '^app/words/', []),
    mayImportOnly('contract-imports-the-generator', '', '^app/contract/', ['^generator/', '^app/words/language\\.ts$']),
    mayImportOnly('blocks-import-the-generator', 'no window: they run in tests, too', '^app/blocks/', ['^generator/']),
    {
      name: 'blocks-have-no-node',
      severity: error,
      from: { path: '^app/blocks/', pathNot: [TESTS, '/test-[^/]+\\.ts$'] },
      to: { dependencyTypes: ['core'] },
    },
    mayImportOnly('renderer-imports-contract-and-generator', '', '^app/renderer/', [
      '^app/(contract|blocks|words)/',
      '^generator/',
    ]),
    {
      name: 'renderer-has-no-node',
      severity: error,
      from: { path: '^app/renderer/', pathNot: [TESTS, '/test-[^/]+\\.ts$'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'electron-in-electron-only',
      severity: error,
      from: { pathNot: '^(app/electron/|platformio/setup/)' },
      to: { path: '(^|/)electron($|/)', dependencyTypes: ['npm', 'npm-dev', 'npm-optional'] },
    },
    {
      name: 'host-does-not-know-its-callers',
      severity: error,
      from: { path: '^app/host/', pathNot: TESTS },
      to: { path: '^app/(electron|serve|cli|renderer)/' },
    },
    {
      name: 'cli-has-no-circle',
      comment: 'imports of types count, too: a command that takes a type from the program knows the program',
      severity: error,
      from: { path: '^app/cli/' },
      to: { path: '^app/cli/', circular: true },
    },
    {
      name: 'cli-commands-are-layered',
      comment: 'the program knows the registry, the registry knows the commands, and nothing below them knows either',
      severity: error,
      from: { path: '^app/cli/', pathNot: [TESTS, '^app/cli/(main|program|commands/index)\\.ts$'] },
      to: { path: '^app/cli/(main\\.ts|program\\.ts|commands/)' },
    },
    {
      name: 'cli-loads-commands-lazily',
      comment: 'one command does not wait for the modules of the others',
      severity: error,
      from: { path: '^app/cli/(main|program|commands/index)\\.ts$' },
      to: { path: '^app/cli/commands/', pathNot: '^app/cli/commands/index\\.ts$', dynamic: false },
    },
    {
      name: 'only-tests-import-tests',
      severity: error,
      from: { pathNot: [TESTS, '^(test|e2e|bench)/', '/test-[^/]+\\.ts$'] },
      to: { path: ['^(test|e2e|bench)/', TESTS, '/test-[^/]+\\.ts$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|\\.polyloop|test-results)/' },
    // swc keeps type-only imports; the option that asks the TypeScript compiler for them would only warn of its absence.
    parser: 'swc',
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'browser', 'default'],
    },
    moduleSystems: ['es6', 'cjs'],
  },
};
