/**
 * A session for a test: the real session, with the real analysis and simulation, in an environment
 * without a browser.
 */
import { onTestFinished } from 'vitest';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { analysisHandlers } from '../../workers/analysis-handlers.ts';
import { simulationHandlers } from '../../workers/simulation-jobs.ts';
import { workerHere } from '../../workers/test-worker.ts';
import type { Environment, KeyValueStorage } from './environment.ts';
import { createSession, type Session } from './session.ts';

/** Ends with the test. The session has no host unless `environment` provides one. */
export function testSession(sketch?: Sketch, environment: Partial<Environment> = {}): Session {
  const session = createSession({ ...testEnvironment(), ...environment });
  onTestFinished(() => session.dispose());
  if (sketch !== undefined) session.document.showDocument(sketch);
  return session;
}

export function testEnvironment(): Environment {
  return {
    openChannel: () => new Promise(() => {}),
    startAnalysisWorker: () => workerHere(analysisHandlers),
    startSimulationWorker: () => workerHere(simulationHandlers),
    language: 'en',
    systemLanguages: [],
    reload: () => {},
    userStorage: memoryStorage(),
    windowStorage: memoryStorage(),
    requestFrame: (run) => {
      const timer = setTimeout(run, 0);
      return () => clearTimeout(timer);
    },
    systemTheme: () => 'dark',
    onSystemThemeChange: () => () => {},
    onFocus: () => () => {},
    onLeave: () => () => {},
    onGone: () => () => {},
    download: () => {},
    pickFiles: async () => [],
    applyTheme: () => {},
  };
}

export function memoryStorage(): KeyValueStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
