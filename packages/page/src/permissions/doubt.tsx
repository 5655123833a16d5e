import type { VNode } from 'preact';
import { useLoad } from '../parts/load.js';
import { words } from '../words.js';

/** Warns of an unknown permission, with a suggestion. The answer comes from a dry run that removes it from any user. */
export function Doubt(props: {
  named: string;
  /** The id of any user. */
  user: string;
  /** Where the permission that was meant leads. */
  hrefOf?: (meant: string) => string;
  /** Whether only a suggestion is shown, because the text need not be a permission. */
  isGuess?: boolean;
}): VNode | null {
  const { hrefOf, isGuess, named, user } = props;
  const { value } = useLoad(`meant ${named}`, (service) =>
    service.changePermissions({
      action: 'remove',
      changes: [{ user, permissions: [named] }],
      dryRun: true,
      findDoubtful: true,
    }),
  );
  const [doubt] = value?.doubtful ?? [];
  if (!doubt || (isGuess && !doubt.meant)) return null;
  const { meant } = doubt;
  return (
    <p class="amber doubt">
      {words.users.unknownRight(named)}{' '}
      {meant && (
        <>
          {words.users.meant} {hrefOf ? <a href={hrefOf(meant)}>{meant}</a> : <code>{meant}</code>}?
        </>
      )}
    </p>
  );
}
