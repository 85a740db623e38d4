// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../../views/test-view.ts';

const NAME = 'a\u202eb\u200bc';

it('shows hidden characters of texts, titles and names as escapes, and changes no field', async () => {
  const many = [NAME, 'plain'];
  await show(
    testSession(),
    <ul title={NAME}>
      <li aria-label={NAME}>
        {many} and {NAME}
      </li>
      <li>
        <input defaultValue={NAME} />
      </li>
    </ul>,
  );
  expect(document.body.textContent).toBe('a\\u202eb\\u200bcplain and a\\u202eb\\u200bc');
  expect(document.querySelector('ul')?.title).toBe('a\\u202eb\\u200bc');
  expect(document.querySelector('li')?.getAttribute('aria-label')).toBe('a\\u202eb\\u200bc');
  expect(document.querySelector('input')?.value).toBe(NAME);
});

it('keeps the ends of lines, and the numbers and signs of the window', async () => {
  await show(testSession(), <pre>{'1\u202f000\r\n– “é” 日本 🚀\t'}</pre>);
  expect(document.body.textContent).toBe('1\u202f000\r\n– “é” 日本 🚀\t');
});
