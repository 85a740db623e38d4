/** The use of the board's RAM before a build, by purpose. */
import type { StaticFit } from '../../../../generator/analysis/help/types.ts';
import { formatCount, formatLoad } from '../../base/format.ts';
import { Note } from './parts.tsx';

export function Memory({ fit }: { readonly fit: StaticFit }) {
  const { parts, ramBytes, ramLimitBytes, freeBytes, flashBytes, flashLimitBytes, fits } = fit;
  const whole = Math.max(ramBytes, ramLimitBytes);
  const words = `${formatCount(ramBytes)} of ${formatCount(ramLimitBytes)} B of RAM, ${formatLoad(ramBytes / ramLimitBytes)}`;
  return (
    <>
      <p className={fits ? 'design-lead' : 'design-lead is-past'}>
        {words}
        {fits ? '' : ': it does not fit'}
      </p>
      <div className="design-memory" role="img" aria-label={words}>
        {parts.map(({ name, bytes }, index) => (
          <span
            key={name}
            title={`${name}: ${formatCount(bytes)} B`}
            data-even={index % 2 === 0}
            style={{ width: `${(bytes / whole) * 100}%` }}
          />
        ))}
        {ramBytes > ramLimitBytes ? <i style={{ left: `${(ramLimitBytes / whole) * 100}%` }} /> : null}
      </div>
      <ul className="design-parts" aria-label="Use of RAM">
        {parts.map(({ name, bytes }) => (
          <li key={name}>
            <span className="one-line" title={name}>
              {name}
            </span>
            <span className="figures">{formatCount(bytes)} B</span>
          </li>
        ))}
      </ul>
      <Note>
        {flashBytes === null
          ? `${formatCount(freeBytes)} B are left for the variables of your own code and its heap (String, malloc). How much of ${formatCount(flashLimitBytes)} B of flash the program uses is known after a build.`
          : `${formatCount(flashBytes)} of ${formatCount(flashLimitBytes)} B of flash.`}
      </Note>
    </>
  );
}
