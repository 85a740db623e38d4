/** Starter sketches and lessons. */

import { useId } from 'react';
import { tr, trCount } from '../../../../generator/words/tr.ts';
import type { Difficulty, Template } from '../../../contract/projects.ts';
import { useSession } from '../../state/session/use-session.ts';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { MissingBadge } from './missing-badge.tsx';
import { TemplateDrawing } from './template-picture.tsx';
import { useLoaded } from './use-loaded.ts';

export function TemplateGallery() {
  const { closeFileDialog, createSketch } = useSession().files;
  const loaded = useLoaded('templates', (host) => host.projects.templates({}));
  return (
    <Dialog
      open
      wide
      title={tr`Starter sketches`}
      text={tr`Each opens as a new sketch. Nothing is saved until you choose a file.`}
      onClose={closeFileDialog}
      actions={
        <>
          <Button tone="quiet" onClick={closeFileDialog}>{tr`Close`}</Button>
          <Button onClick={createSketch}>{tr`Empty sketch`}</Button>
        </>
      }
    >
      <div className="template-shelves">
        {SHELVES.map((difficulty) => {
          const some = loaded?.templates.filter((template) => template.difficulty === difficulty) ?? [];
          return some.length === 0 ? null : <Shelf key={difficulty} difficulty={difficulty} templates={some} />;
        })}
      </div>
    </Dialog>
  );
}

const TITLES: Readonly<Record<Difficulty, string>> = {
  first: tr`First steps`,
  next: tr`Next steps`,
  advanced: tr`Advanced`,
};
const SHELVES = Object.keys(TITLES) as Difficulty[];

function Shelf({
  difficulty,
  templates,
}: {
  readonly difficulty: Difficulty;
  readonly templates: readonly Template[];
}) {
  const { openTemplate } = useSession().files;
  const heading = useId();
  return (
    <section className="template-shelf" aria-labelledby={heading}>
      <h3 id={heading}>{TITLES[difficulty]}</h3>
      <ul className="templates">
        {templates.map(({ id, title, summary, tasks, target, picture }, index) => (
          <li key={id}>
            <button
              type="button"
              className="template"
              // biome-ignore lint/a11y/noAutofocus: the sketches arrive after the dialog has opened with the focus on Close
              autoFocus={difficulty === SHELVES[0] && index === 0}
              onClick={() => void openTemplate(id)}
            >
              <TemplateDrawing picture={picture} />
              <strong>{title}</strong>
              <span>{summary}</span>
              <MissingBadge target={target} />
              <span className="template-note">{trCount(tasks, '{0} task', '{0} tasks')}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
