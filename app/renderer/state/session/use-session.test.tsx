// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { show } from '../../views/test-view.ts';
import { useSketch } from '../sketch/document.ts';
import { useLayout } from '../window/layout.ts';
import type { Session } from './session.ts';
import { testSession } from './test-session.ts';
import { SessionContext, useSession } from './use-session.ts';

const SKETCH = newSketch('s', { tasks: [newTask('Blink', { budgetUs: 100 })] });

const Name = () => <p>{useSketch((sketch) => sketch.name)}</p>;

function Budget({ onRender }: { readonly onRender: () => void }) {
  onRender();
  return <p>{useSketch(({ tasks }) => tasks[0]?.budgetUs)}</p>;
}

function Dock({ onSession }: { readonly onSession: (session: Session) => void }) {
  onSession(useSession());
  return <p>{String(useLayout().dock)}</p>;
}

describe('a view', () => {
  it('outside a session throws an explanation', () => {
    expect(() => renderToStaticMarkup(<Name />)).toThrow('outside of <SessionContext');
  });

  it('renders again only when the selected part changes', async () => {
    const session = testSession(SKETCH);
    let renders = 0;
    const view = await show(session, <Budget onRender={() => renders++} />);
    const before = renders;
    await view.change(() => {
      session.document.edit('Name', (sketch) => ({ ok: true, sketch: { ...sketch, name: 'other' } }));
      session.layout.toggleDock();
    });
    expect([view.text(), renders]).toEqual(['100', before]);
    await view.change(() => session.document.showDocument({ ...SKETCH, tasks: [newTask('Blink', { budgetUs: 200 })] }));
    expect(view.text()).toBe('200');
    expect(renders).toBeGreaterThan(before);
  });

  it('returns the whole state without a selector, and the same session in every render', async () => {
    const session = testSession(SKETCH);
    const seen = new Set<unknown>();
    const view = await show(session, <Dock onSession={(each) => seen.add(each)} />);
    await view.change(session.layout.toggleDock);
    expect(view.text()).toBe('false');
    expect([...seen]).toEqual([session]);
  });

  it('uses the session of its nearest context', async () => {
    const [outer, inner] = [testSession(SKETCH), testSession({ ...SKETCH, name: 'inner' })];
    const view = await show(
      outer,
      <>
        <Name />
        <SessionContext value={inner}>
          <Name />
        </SessionContext>
      </>,
    );
    expect(view.text()).toBe('sinner');
    await view.change(() => outer.document.showDocument({ ...SKETCH, name: 'outer' }));
    expect(view.text()).toBe('outerinner');
  });
});
