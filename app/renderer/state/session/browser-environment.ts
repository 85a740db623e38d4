/** The environment of a session in a real window: Electron's or a browser's. */
import type { ShownLanguage } from '../../../words/language.ts';
import type { WorkerEnd } from '../../workers/worker-client.ts';
import type { ToWorker } from '../../workers/worker-messages.ts';
import type { Environment } from './environment.ts';
import { openChannel, openEarly } from './open-channel.ts';

/**
 * `language` is the language in which the texts of this window were loaded. The channel to the host is
 * opened at once, while the modules of the window load.
 */
export function browserEnvironment(language: ShownLanguage): Environment {
  const speaking = (worker: WorkerEnd): WorkerEnd => {
    if (language !== 'en') worker.postMessage({ type: 'language', language } satisfies ToWorker, []);
    return worker;
  };
  let isReloading = false;
  const prefersLight = matchMedia('(prefers-color-scheme: light)');
  const prefersContrast = matchMedia('(prefers-contrast: more)');
  return {
    openChannel: openEarly(openChannel),
    startAnalysisWorker: () =>
      speaking(
        new Worker(new URL('../../workers/analysis-worker.ts', import.meta.url), { type: 'module', name: 'analysis' }),
      ),
    startSimulationWorker: () =>
      speaking(
        new Worker(new URL('../../workers/simulation-worker.ts', import.meta.url), {
          type: 'module',
          name: 'simulation',
        }),
      ),
    language,
    systemLanguages: navigator.languages,
    reload: () => {
      isReloading = true;
      location.reload();
    },
    userStorage: localStorage,
    windowStorage: sessionStorage,
    requestFrame: (run) => {
      const frame = requestAnimationFrame(run);
      return () => cancelAnimationFrame(frame);
    },
    systemTheme: () => {
      if (prefersContrast.matches) return 'contrast';
      return prefersLight.matches ? 'light' : 'dark';
    },
    onSystemThemeChange: (listener) => {
      const offs = [prefersLight, prefersContrast].map((query) => listen(query, 'change', listener));
      return () => {
        for (const off of offs) off();
      };
    },
    onFocus: (listener) => listen(window, 'focus', listener),
    onLeave: (listener) =>
      listen(window, 'beforeunload', (event) => listener(isReloading ? { preventDefault: () => {} } : event)),
    onGone: (listener) => listen(window, 'pagehide', listener),
    download: (name, parts, mediaType) => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([...parts], { type: mediaType }));
      link.download = name;
      link.click();
      // The browser has taken the content by then.
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    },
    pickFiles: (extensions) =>
      new Promise((resolve) => {
        const input = document.createElement('input');
        input.type = 'file';
        input.multiple = true;
        input.accept = extensions.join(',');
        input.addEventListener('change', () => resolve([...(input.files ?? [])]));
        input.addEventListener('cancel', () => resolve([]));
        input.click();
      }),
    applyTheme: (theme) => {
      document.documentElement.dataset.theme = theme;
    },
  };
}

function listen(target: EventTarget, type: string, listener: (event: Event) => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}
