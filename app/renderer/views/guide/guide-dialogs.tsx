/** The dialogs of the help, and the tour. */

import { lazy, Suspense } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useGuide } from '../../state/window/guide.ts';
import { Dialog } from '../controls/dialog.tsx';
import { Glossary } from './glossary.tsx';
import { Keys } from './keys.tsx';
import { Tour } from './tour.tsx';
import { Welcome } from './welcome.tsx';
import './guide.css';

/** Its pages and their renderer are loaded when they are first shown. */
const Documentation = lazy(() => import('./documentation.tsx'));

export function GuideDialogs() {
  const { close } = useSession().guide;
  const dialog = useGuide((guide) => guide.dialog);
  return (
    <>
      {dialog === 'welcome' ? <Welcome /> : null}
      {dialog === 'keys' ? <Keys /> : null}
      {dialog === 'glossary' ? <Glossary /> : null}
      {dialog === 'documentation' ? (
        <Suspense
          fallback={<Dialog open wide title={tr`Documentation`} text={tr`Loading the pages…`} onClose={close} />}
        >
          <Documentation />
        </Suspense>
      ) : null}
      <Tour />
    </>
  );
}
