// @vitest-environment happy-dom
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { testHost } from '../../state/session/test-host.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { GLOSSARY } from './glossary.ts';
import { GuideDialogs } from './guide-dialogs.tsx';
import { loadPage, PAGES, pageOfLink } from './pages.ts';
import { TOUR } from './tour-steps.ts';
import { WELCOME_CARDS } from './welcome-cards.ts';

const ROOT = path.join(import.meta.dirname, '../../../..');

describe('the welcome', () => {
  it('has three cards, and each opens a starter sketch', async () => {
    const { openChannel } = await testHost();
    const session = testSession(undefined, { openChannel });
    session.connection.connect();
    const view = await show(session, <GuideDialogs />);
    await view.until(() => expect(session.document.store.getState().generation).toBe(1));
    await view.until(() => view.get('dialog', /Welcome to Polyloop/));
    expect(WELCOME_CARDS).toHaveLength(3);
    for (const { template, title, press } of WELCOME_CARDS) {
      expect(readdirSync(path.join(ROOT, 'templates/sketches', template))).toContain('README.md');
      await view.change(() => session.guide.show('welcome'));
      await view.press('button', `${title}${press}`);
      await view.until(() => expect(session.document.currentSketch().name).toBe(template));
      expect(view.all('dialog')).toEqual([]);
    }
    // The host has stored the settings.
    await (await session.connection.requireHost()).settings.set({});
  });
});

describe('the tour', () => {
  it('has at most five steps, and can be left at each of them', async () => {
    expect(TOUR.length).toBeLessThanOrEqual(5);
    const session = testSession();
    const view = await show(
      session,
      <>
        <button type="button" className="rail-add">
          Add
        </button>
        <section data-testid="canvas" />
        <GuideDialogs />
      </>,
    );
    await view.change(session.guide.startTour);
    await view.until(() => view.get('button', 'Next'));
    await view.press('button', 'Next');
    await view.until(() => view.get('dialog', 'Your sketch'));
    await view.press('button', 'Back');
    await view.until(() => view.get('dialog', 'Add'));
    await view.press('button', 'Skip');
    expect(session.guide.store.getState().step).toBeNull();
  });
});

describe('the glossary', () => {
  it('explains each term in one sentence', () => {
    for (const { term, meaning } of GLOSSARY) expect(meaning, term).toMatch(/^[A-Z][^.]*\.$/);
    expect(new Set(GLOSSARY.map(({ term }) => term)).size).toBe(GLOSSARY.length);
    const symbols = GLOSSARY.map(({ symbol }) => symbol);
    for (const symbol of ['T', 'C', 'D', 'R', 'U', 'J', 'φ', 'B']) expect(symbols).toContain(symbol);
  });
});

describe('the documentation', () => {
  it.each(Object.keys(PAGES))('shows %s', async (name) => {
    expect(await loadPage(name)).toMatch(/<h1[^>]*>/);
  });

  it('has each page of docs/ except reports of measurements and tests', () => {
    const reports = /^(bench-.*|conformance|oracles|rtems-smp|soak)$/;
    const pages = readdirSync(path.join(ROOT, 'docs'))
      .filter((file) => file.endsWith('.md'))
      .map((file) => path.basename(file, '.md'));
    expect(Object.keys(PAGES).sort()).toEqual(pages.filter((page) => !reports.test(page)).sort());
  });

  it('opens links to pages in the window, and no others', async () => {
    expect(pageOfLink('channels.md')).toBe('channels');
    expect(pageOfLink('analysis.md#tests')).toBe('analysis');
    expect(pageOfLink('../CONTRIBUTING.md')).toBeNull();
    expect(pageOfLink('https://example.org/channels.md')).toBeNull();
    await expect(loadPage('missing')).rejects.toThrow('no page missing');
  });
});
