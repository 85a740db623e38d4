/** The pages of the documentation in a dialog: a list at the left, one page at the right. */

import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { loadPage, PAGES, pageOfLink } from './pages.ts';

export default function Documentation() {
  const { close } = useSession().guide;
  const [page, setPage] = useState(Object.keys(PAGES)[0] ?? '');
  return (
    <Dialog open wide title={tr`Documentation`} onClose={close} actions={<Button onClick={close}>{tr`Close`}</Button>}>
      <div className="guide-docs">
        <nav aria-label={tr`Pages`}>
          {Object.entries(PAGES).map(([name, title]) => (
            <button
              key={name}
              type="button"
              className="guide-page"
              aria-current={name === page ? 'page' : undefined}
              onClick={() => setPage(name)}
            >
              {title}
            </button>
          ))}
        </nav>
        <Page name={page} onPage={setPage} />
      </div>
    </Dialog>
  );
}

function Page({ name, onPage }: { readonly name: string; readonly onPage: (name: string) => void }) {
  const { notices } = useSession();
  const [html, setHtml] = useState('');
  const top = useRef<HTMLElement>(null);
  useEffect(() => {
    let wanted = true;
    loadPage(name).then((loaded) => {
      if (!wanted) return;
      setHtml(loaded);
      top.current?.scrollTo(0, 0);
    }, notices.notifyError);
    return () => {
      wanted = false;
    };
  }, [name, notices]);
  // A link to another page opens it here. Links to files of the repository lead nowhere in the
  // window.
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href') ?? null;
    if (href === null || /^https:/.test(href)) return;
    event.preventDefault();
    const next = pageOfLink(href);
    if (next !== null) onPage(next);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click, too
    <article
      ref={top}
      className="guide-text"
      lang="en"
      translate="no"
      onClick={onClick}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a page of this repository
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
