/** The welcome of the first start: three sketches that do something within a minute. */
import { tr } from '../../../../generator/words/tr.ts';
import type { Template } from '../../../contract/projects.ts';
import { useSession } from '../../state/session/use-session.ts';
import { Picture } from '../canvas/pictures.tsx';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { MissingBadge } from '../files/missing-badge.tsx';
import { useLoaded } from '../files/use-loaded.ts';
import { WELCOME_CARDS } from './welcome-cards.ts';

export function Welcome() {
  const { files, guide } = useSession();
  const loaded = useLoaded('templates', (host) => host.projects.templates({}));
  const open = (template: string) => {
    guide.close();
    files.beforeOpening(() => void files.openTemplate(template));
  };
  return (
    <Dialog
      open
      wide
      title={tr`Welcome to Polyloop`}
      text={tr`Give your board several things to do at once. Polyloop tells you in advance whether each is done in time. Choose a first sketch:`}
      onClose={guide.close}
      actions={
        <>
          <Button tone="quiet" onClick={guide.close}>{tr`Close`}</Button>
          <Button
            onClick={() => {
              guide.close();
              files.createSketch();
            }}
          >{tr`Empty sketch`}</Button>
          <Button onClick={guide.startTour}>{tr`Show me around`}</Button>
        </>
      }
    >
      <ul className="welcome-cards">
        {WELCOME_CARDS.map(({ template, title, press, pictures }) => (
          <li key={template}>
            <button type="button" className="welcome-card" onClick={() => open(template)}>
              <span className="welcome-pictures">
                {pictures.map((what) => (
                  <Picture key={what} of={what} />
                ))}
              </span>
              <strong>{title}</strong>
              <span>{press}</span>
              <Missing templates={loaded?.templates} id={template} />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Missing({ templates, id }: { readonly templates: readonly Template[] | undefined; readonly id: string }) {
  const target = templates?.find((template) => template.id === id)?.target;
  return target === undefined ? null : <MissingBadge target={target} />;
}
