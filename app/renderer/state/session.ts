/**
 * All state of one window. `createSession` makes every store and every subscription; importing a module makes none.
 *
 * Each feature is a `create…` function that takes the features that it uses, so the order below is the order of
 * dependency. Views reach the session through its context (use-session.ts); a test makes one of its own.
 */
import { SimulationClient } from '../workers/simulation-client.ts';
import { type AdmissionState, createAdmission } from './admission.ts';
import { createAnalysisWorkers } from './analysis-workers.ts';
import { type Bodies, createBodies } from './bodies.ts';
import { type Build, createBuild } from './build.ts';
import { type Commands, createCommands } from './commands.ts';
import { type Connection, createConnection } from './connection.ts';
import { type Console, createConsole } from './console.ts';
import { createDocument, type SketchDocument } from './document.ts';
import type { Environment } from './environment.ts';
import { createFiles, type Files } from './files.ts';
import { createHealth, type Health } from './health.ts';
import { createHelp, type Help } from './help.ts';
import { createLayout, type Layout } from './layout.ts';
import { createMeasured, type Measured } from './measured.ts';
import { createNotices, type Notices } from './notices.ts';
import { createOpening, type Opening } from './opening.ts';
import { createPins, type Pins } from './pins.ts';
import { createPrediction, type Prediction } from './prediction.ts';
import { createRun, type Run } from './run.ts';
import { Scope } from './scope.ts';
import { createSelection, type Selection } from './selection.ts';
import { createSettings, type UserSettings } from './settings.ts';
import { createSketchActions, type SketchActions } from './sketch-actions.ts';
import { createTheme, type ThemeSetting } from './theme.ts';
import { createTools, type Tools } from './tools.ts';
import { createTrace, type Trace } from './trace.ts';

export interface Session {
  readonly admission: AdmissionState;
  readonly bodies: Bodies;
  readonly build: Build;
  readonly commands: Commands;
  readonly connection: Connection;
  readonly console: Console;
  readonly document: SketchDocument;
  readonly files: Files;
  readonly health: Health;
  readonly help: Help;
  readonly layout: Layout;
  readonly measured: Measured;
  readonly notices: Notices;
  readonly opening: Opening;
  readonly pins: Pins;
  readonly prediction: Prediction;
  readonly run: Run;
  readonly selection: Selection;
  readonly settings: UserSettings;
  readonly sketchActions: SketchActions;
  readonly theme: ThemeSetting;
  readonly tools: Tools;
  readonly trace: Trace;
  /** Calls `end` when the session is disposed, or when the returned function is called before. */
  onDispose(end: () => void): () => void;
  /** Ends all subscriptions, timers and workers, and closes the connection. */
  dispose(): void;
}

/** Makes a session. It connects to the host when `connection.connect` is called. */
export function createSession(environment: Environment): Session {
  const scope = new Scope();
  const analysis = createAnalysisWorkers(environment, scope);
  const simulation = new SimulationClient(() => environment.startSimulationWorker());
  scope.own(() => simulation.dispose());

  const commands = createCommands();
  const console = createConsole(environment, scope);
  const layout = createLayout();
  const notices = createNotices(scope);
  const pins = createPins();
  const theme = createTheme(environment, scope);
  const connection = createConnection(environment, scope);
  const document = createDocument({ notices });

  const build = createBuild(environment, scope);
  const settings = createSettings({ connection, notices, theme });
  const selection = createSelection({ document, layout }, scope);
  const bodies = createBodies({ document }, scope);
  const sketchActions = createSketchActions({ document, selection });
  const files = createFiles({ build, connection, document, notices });
  const opening = createOpening({ connection, document, environment, files, notices }, scope);
  const tools = createTools({ connection, document, environment, notices }, scope);

  const trace = createTrace({ console });
  const run = createRun({ build, connection, console, document, environment, layout, notices, pins, settings, trace });
  const health = createHealth({ console, run, trace }, scope);
  const measured = createMeasured({ run, trace }, scope);

  const admission = createAdmission({ analysis }, scope);
  const help = createHelp({ analysis }, scope);
  const play = simulation.play.bind(simulation);
  const prediction = createPrediction({ admission, document, play, run, selection, trace }, scope);

  return {
    admission,
    bodies,
    build,
    commands,
    connection,
    console,
    document,
    files,
    health,
    help,
    layout,
    measured,
    notices,
    opening,
    pins,
    prediction,
    run,
    selection,
    settings,
    sketchActions,
    theme,
    tools,
    trace,
    onDispose: (end) => scope.own(end),
    dispose: () => scope.dispose(),
  };
}
