/** Product-specific icons in the style of the icon set (24 px, lines of 1.75 px). */
import type { SVGProps } from 'react';

function Icon(props: SVGProps<SVGSVGElement>) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...props}
    />
  );
}

/** A circle for the period with an arc for the budget. */
export function TaskIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="9" opacity="0.45" />
      <path d="M12 3a9 9 0 0 1 9 9" strokeWidth="3.25" />
      <path d="M12 9v6M9 12h6" />
    </Icon>
  );
}

/** The product's logo: a loop of several voices. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" fill="none" strokeWidth="4" strokeLinecap="round" aria-hidden="true">
      <path d="M16 5a11 11 0 0 1 10.46 7.6" stroke="var(--pl-task-1)" />
      <path d="M25.5 21.5A11 11 0 0 1 12.7 26.5" stroke="var(--pl-task-2)" />
      <path d="M5.5 19.4a11 11 0 0 1 2.64-11.2" stroke="var(--pl-task-3)" />
    </svg>
  );
}
