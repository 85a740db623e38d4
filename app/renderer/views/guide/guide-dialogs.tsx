/** The dialogs of the help, and the tour. */

import { lazy, Suspense } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useGuide } from '../../state/window/guide.ts';
import { Dialog } from '../controls/dialog.tsx';
import { Tour } from './tour.tsx';
import { Welcome } from './welcome.tsx';
import './guide.css';

/** Dialogs that are loaded when they are first shown. Until then the dialog has only its title and text. */
const LOADED = {
  keys: { Content: lazy(async () => ({ default: (await import('./keys.tsx')).Keys })), title: tr`Keys` },
  glossary: {
    Content: lazy(async () => ({ default: (await import('./glossary.tsx')).Glossary })),
    title: tr`Glossary`,
  },
  documentation: {
    Content: lazy(() => import('./documentation.tsx')),
    title: tr`Documentation`,
    text: tr`Loading the pages…`,
  },
};

export function GuideDialogs() {
  const dialog = useGuide((guide) => guide.dialog);
  return (
    <>
      {dialog === 'welcome' ? <Welcome /> : null}
      {dialog === null || dialog === 'welcome' ? null : <LoadedDialog key={dialog} name={dialog} />}
      <Tour />
    </>
  );
}

function LoadedDialog({ name }: { readonly name: keyof typeof LOADED }) {
  const { close } = useSession().guide;
  const { Content, ...shown } = LOADED[name];
  return (
    <Suspense fallback={<Dialog open wide {...shown} onClose={close} />}>
      <Content />
    </Suspense>
  );
}
