/** The glossary in a dialog. */
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { GLOSSARY } from './glossary.ts';

export function Glossary() {
  const { close } = useSession().guide;
  return (
    <Dialog open wide title={tr`Glossary`} onClose={close} actions={<Button onClick={close}>{tr`Close`}</Button>}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll the terms */}
      <section className="guide-glossary" aria-label={tr`Terms`} tabIndex={0}>
        <dl>
          {GLOSSARY.map(({ term, symbol, meaning }) => (
            <div key={term}>
              <dt>
                {term}
                {symbol === undefined ? null : (
                  <span className="guide-symbol" translate="no">
                    {symbol}
                  </span>
                )}
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </section>
    </Dialog>
  );
}
