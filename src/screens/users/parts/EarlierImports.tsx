import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { useUserImports } from '../useUserImports.ts';
import type { Users } from '../useUsers.ts';

const t = messages.userImport;

/** Earlier imports of people, which can be undone. */
export function EarlierImports({ users }: { users: Users }) {
  const { imports, error, kept, failed, retry, mayUndo, undo, busy } = useUserImports(users);
  if (imports.length === 0 && error === null) return null;
  return (
    <section className="form-stack" aria-label={t.earlier}>
      <h3>{t.earlier}</h3>
      {error !== null && <Alert {...(failed ? { onRetry: retry } : {})}>{error}</Alert>}
      {kept.map(({ name, reason }) => (
        <Alert key={`${name} ${reason}`} severity="warning">
          {fill(t.undoKept, { name, reason })}
        </Alert>
      ))}
      <ul className="users-imports">
        {imports.map(({ id, title, created_by: author, created_at, undone_at, added, changed }) => (
          <li key={id}>
            <div>
              {title}
              <p className="muted">
                {undone_at === null
                  ? fill(t.earlierLine, { author, time: formatInstant(created_at), added, changed })
                  : fill(t.earlierUndone, { time: formatInstant(undone_at) })}
              </p>
            </div>
            {undone_at === null && (
              <Button
                size="small"
                severity="secondary"
                aria-label={fill(t.undoOf, { title })}
                loading={busy}
                unavailable={!mayUndo({ id, title })}
                onClick={() => undo({ id, title })}
              >
                {t.undo}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
