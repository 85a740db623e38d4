/** Starter sketches and lessons. */
import { useSession } from '../../state/session/use-session.ts';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { MissingBadge } from './missing-badge.tsx';
import { useLoaded } from './use-loaded.ts';

export function TemplateGallery() {
  const { closeFileDialog, createSketch, openTemplate } = useSession().files;
  const loaded = useLoaded('templates', (host) => host.projects.templates({}));
  return (
    <Dialog
      open
      wide
      title="Starter sketches"
      text="Each opens as a new sketch. Nothing is saved until you choose a file."
      onClose={closeFileDialog}
      actions={<Button onClick={createSketch}>Empty sketch</Button>}
    >
      <ul className="templates">
        {loaded?.templates.map(({ id, title, summary, tasks, target }) => (
          <li key={id}>
            <button type="button" className="template" onClick={() => void openTemplate(id)}>
              <strong>{title}</strong>
              <span>{summary}</span>
              <MissingBadge target={target} />
              <span className="template-note">{tasks === 1 ? '1 task' : `${tasks} tasks`}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
