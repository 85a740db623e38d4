/**
 * All state of one window. `createSession` creates every store and every subscription. Importing a
 * module creates none.
 *
 * Each feature is a `create…` function with the features that it uses as parameters, so the order
 * below is the order of dependency. Views get the session from its context (use-session.ts). A test
 * creates its own session.
 */
import { SimulationClient } from '../../workers/simulation-client.ts';
import { type AutoBudgets, createAutoBudgets } from '../run/auto-budgets.ts';
import { type Build, createBuild } from '../run/build.ts';
import { type CodeChecks, createCodeCheck } from '../run/code-check.ts';
import { type Console, createConsole } from '../run/console.ts';
import { createDevices, type Devices } from '../run/devices.ts';
import { createDoubts, type Doubts } from '../run/doubts.ts';
import { createHealth, type Health } from '../run/health.ts';
import { createMeasured, type Measured } from '../run/measured.ts';
import { createMissRequest, type MissRequest } from '../run/miss-request.ts';
import { createPins, type Pins } from '../run/pins.ts';
import { createPlottedValues, type PlottedValues } from '../run/plotted-values.ts';
import { createPrediction, type Prediction } from '../run/prediction.ts';
import { createProblems, type Problems } from '../run/problems.ts';
import { createProfiles, type Profiles } from '../run/profiles.ts';
import { createRace, type Race } from '../run/race.ts';
import { createRun, type Run } from '../run/run.ts';
import { createTrace, type Trace } from '../run/trace.ts';
import { createTraceExport, type TraceExport } from '../run/trace-export.ts';
import { createTraceImport, type TraceImport } from '../run/trace-import.ts';
import { createTrust, type Trust } from '../run/trust.ts';
import { type AdmissionState, createAdmission } from '../sketch/admission.ts';
import { type Bodies, createBodies } from '../sketch/bodies.ts';
import { type CalibrationsOfUser, createCalibrations } from '../sketch/calibrations.ts';
import { type CodeViews, createCodeViews } from '../sketch/code-views.ts';
import { createDocument, type SketchDocument } from '../sketch/document.ts';
import { createEstimates, type Estimates } from '../sketch/estimates.ts';
import { createFiles, type Files, type SketchTabs } from '../sketch/files.ts';
import { createHelp, type Help } from '../sketch/help.ts';
import { createImports, type Imports } from '../sketch/imports.ts';
import { createOpening, type Opening } from '../sketch/opening.ts';
import { createOutside, type Outside } from '../sketch/outside.ts';
import { followWithBlocks } from '../sketch/printed-blocks.ts';
import { createRecovery, type Recovery } from '../sketch/recovery.ts';
import { createSelection, type Selection } from '../sketch/selection.ts';
import { createSketchActions, type SketchActions } from '../sketch/sketch-actions.ts';
import { type BoardView, createBoardView } from '../window/board-view.ts';
import { type Commands, createCommands } from '../window/commands.ts';
import { createGuide, type Guide } from '../window/guide.ts';
import { createLanguage, type LanguageSetting } from '../window/language.ts';
import { createLayout, type Layout } from '../window/layout.ts';
import { createNotices, type Notices } from '../window/notices.ts';
import { createSettings, type UserSettings } from '../window/settings.ts';
import { createTheme, type ThemeSetting } from '../window/theme.ts';
import { createTools, type Tools } from '../window/tools.ts';
import { createAnalysisWorkers } from './analysis-workers.ts';
import { type Connection, createConnection } from './connection.ts';
import type { Environment } from './environment.ts';
import { Scope } from './scope.ts';

export interface Session {
  readonly admission: AdmissionState;
  readonly autoBudgets: AutoBudgets;
  readonly boardView: BoardView;
  readonly bodies: Bodies;
  readonly calibrations: CalibrationsOfUser;
  readonly build: Build;
  readonly codeCheck: CodeChecks;
  readonly codeViews: CodeViews;
  readonly commands: Commands;
  readonly connection: Connection;
  readonly console: Console;
  readonly devices: Devices;
  readonly document: SketchDocument;
  readonly doubts: Doubts;
  readonly estimates: Estimates;
  readonly files: Files;
  readonly guide: Guide;
  readonly health: Health;
  readonly help: Help;
  readonly imports: Imports;
  readonly layout: Layout;
  readonly measured: Measured;
  readonly missRequest: MissRequest;
  readonly notices: Notices;
  readonly opening: Opening;
  readonly outside: Outside;
  readonly pins: Pins;
  readonly prediction: Prediction;
  readonly problems: Problems;
  readonly plottedValues: PlottedValues;
  readonly profiles: Profiles;
  readonly recovery: Recovery;
  readonly race: Race;
  readonly run: Run;
  readonly selection: Selection;
  readonly settings: UserSettings;
  readonly sketchActions: SketchActions;
  readonly theme: ThemeSetting;
  readonly language: LanguageSetting;
  readonly tools: Tools;
  readonly trace: Trace;
  readonly traceExport: TraceExport;
  readonly trust: Trust;
  readonly traceImport: TraceImport;
  /**
   * Calls `end` when the session is disposed or when the returned function is called, whichever is
   * first.
   */
  onDispose(end: () => void): () => void;
  /** Ends all subscriptions, timers and workers, and closes the connection. */
  dispose(): void;
}

/**
 * Creates a session. It connects to the host when `connection.connect` is called.
 *
 * @param tabs Null for a session that is alone in its window.
 */
export function createSession(environment: Environment, tabs: SketchTabs | null = null): Session {
  const scope = new Scope();
  const analysis = createAnalysisWorkers(environment, scope);
  const simulation = new SimulationClient(() => environment.startSimulationWorker());
  scope.own(() => simulation.dispose());

  const boardView = createBoardView();
  const commands = createCommands();
  const console = createConsole(environment, scope);
  const layout = createLayout();
  const notices = createNotices(scope);
  const pins = createPins();
  const theme = createTheme(environment, scope);
  const language = createLanguage(environment);
  const connection = createConnection(environment, scope);
  const document = createDocument({ notices });
  followWithBlocks({ document, notices }, scope);
  const settings = createSettings({ connection, notices, theme, language });
  const estimates = createEstimates({ document, notices, settings }, scope);

  const build = createBuild(environment, scope);
  const selection = createSelection({ document, layout }, scope);
  const bodies = createBodies({ document }, scope);
  const codeCheck = createCodeCheck({ bodies, connection, document, notices, settings }, scope);
  const problems = createProblems({ build, codeCheck, document }, scope);
  const codeViews = createCodeViews({ bodies }, scope);
  const isSimple = () => settings.store.getState().settings.detail === 'simple';
  const sketchActions = createSketchActions({ document, isSimple, notices, selection });
  const files = createFiles({ build, connection, document, notices, tabs });
  const imports = createImports({ document, environment, files, notices, selection });
  const outside = createOutside({ connection, document, files, notices }, scope);
  const recovery = createRecovery({ connection, document, files, notices }, scope);
  const opening = createOpening({ connection, document, environment, files, notices, recovery }, scope);
  const guide = createGuide({ files, settings }, scope);
  const tools = createTools({ connection, document, environment, notices, settings }, scope);

  const trace = createTrace({ console, settings }, scope);
  const devices = createDevices({ connection, document, notices }, scope);
  const calibrations = createCalibrations({ connection, devices, document, notices, settings });
  const trust = createTrust({ settings });
  const doubts = createDoubts();
  const run = createRun(
    {
      build,
      calibrations,
      connection,
      console,
      devices,
      document,
      doubts,
      environment,
      layout,
      notices,
      pins,
      settings,
      trace,
      trust,
    },
    scope,
  );
  const race = createRace({ connection, document, environment, notices, trust });
  const plottedValues = createPlottedValues({ connection, document, notices }, scope);
  const profiles = createProfiles({ connection, document, notices }, scope);
  const measured = createMeasured({ trace }, scope);
  const health = createHealth({ calibrations, console, measured, run, trace }, scope);
  const autoBudgets = createAutoBudgets({ calibrations, document, estimates, run, settings, trace }, scope);

  const admission = createAdmission({ analysis, calibrations, document }, scope);
  const help = createHelp({ analysis }, scope);
  const simulate = simulation.simulate.bind(simulation);
  const prediction = createPrediction({ admission, document, run, selection, simulate, trace }, scope);

  const missRequest = createMissRequest({ layout, prediction });

  const traceExport = createTraceExport({ environment, layout, notices, prediction, trace });
  const traceImport = createTraceImport({ document, environment, layout, notices, prediction, run, trace });

  return {
    admission,
    autoBudgets,
    boardView,
    bodies,
    build,
    calibrations,
    codeCheck,
    codeViews,
    commands,
    connection,
    console,
    devices,
    document,
    doubts,
    estimates,
    files,
    guide,
    health,
    help,
    imports,
    layout,
    measured,
    missRequest,
    notices,
    opening,
    outside,
    pins,
    prediction,
    problems,
    plottedValues,
    profiles,
    race,
    recovery,
    run,
    selection,
    settings,
    sketchActions,
    theme,
    language,
    tools,
    trace,
    traceExport,
    trust,
    traceImport,
    onDispose: (end) => scope.own(end),
    dispose: () => scope.dispose(),
  };
}
