import './controls.css';
import './menus-and-dialogs.css';

/** Marks up the command in a message. A click selects the whole command. */
export function WithCommand({ text }: { readonly text: string }) {
  const [before, command, after] = text.split(/(npx polyloop kernels get \w+)/);
  if (command === undefined) return text;
  return (
    <>
      {before}
      <code className="command" translate="no">
        {command}
      </code>
      {after}
    </>
  );
}
