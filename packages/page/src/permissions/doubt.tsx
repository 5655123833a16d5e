import type { Data } from '@ops-admin/client';
import type { VNode } from 'preact';
import { useLoad } from '../parts/load.js';
import { words } from '../words.js';

/** Warns of unknown permissions, with suggestions. */
export function Doubts(props: {
  of: Data<'changePermissions'>['doubtful'];
  /** Takes the suggestion in place of the unknown permission. */
  onMeant(meant: string, permission: string): void;
}): VNode {
  const { of = [], onMeant } = props;
  return (
    <>
      {of.map(({ meant, permission }) => (
        <p key={permission} class="amber doubt">
          {words.users.unknownRight(permission)}{' '}
          {meant && (
            <>
              {words.users.meant}{' '}
              <button type="button" class="link" onClick={() => onMeant(meant, permission)}>
                {meant}
              </button>
              ?
            </>
          )}
        </p>
      ))}
    </>
  );
}

/** The same for permissions that no answer judges; a dry run that removes them from no user does. */
export function Doubt(props: {
  named: readonly string[];
  onMeant(meant: string, permission: string): void;
  /** Whether only a suggestion is shown, because the text need not be a permission. */
  isGuess?: boolean;
}): VNode {
  const { isGuess, named, onMeant } = props;
  const { value } = useLoad(named.length > 0 ? `meant ${named}` : undefined, (service) =>
    service.changePermissions({
      action: 'remove',
      changes: [{ user: '0'.repeat(24), permissions: [...named] }],
      dryRun: true,
      findDoubtful: true,
    }),
  );
  // The answer can be about what was named before.
  const doubtful = value?.doubtful?.filter(
    ({ meant, permission }) => named.includes(permission) && (meant || !isGuess),
  );
  return <Doubts of={doubtful} onMeant={onMeant} />;
}
