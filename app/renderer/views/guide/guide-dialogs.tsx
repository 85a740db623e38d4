/** The dialogs of the help, and the tour. */

import { lazy, Suspense } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useGuide } from '../../state/window/guide.ts';
import { Dialog } from '../controls/dialog.tsx';
import { Tour } from './tour.tsx';
import { Welcome } from './welcome.tsx';
import './guide.css';

/** The keys, the terms, the pages and their renderer are loaded when they are first shown. */
const Keys = lazy(async () => ({ default: (await import('./keys.tsx')).Keys }));
const Glossary = lazy(async () => ({ default: (await import('./glossary.tsx')).Glossary }));
const Documentation = lazy(() => import('./documentation.tsx'));

export function GuideDialogs() {
  const { close } = useSession().guide;
  const dialog = useGuide((guide) => guide.dialog);
  return (
    <>
      {dialog === 'welcome' ? <Welcome /> : null}
      {dialog === 'keys' ? (
        <Suspense fallback={<Dialog open wide title={tr`Keys`} onClose={close} />}>
          <Keys />
        </Suspense>
      ) : null}
      {dialog === 'glossary' ? (
        <Suspense fallback={<Dialog open wide title={tr`Glossary`} onClose={close} />}>
          <Glossary />
        </Suspense>
      ) : null}
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
