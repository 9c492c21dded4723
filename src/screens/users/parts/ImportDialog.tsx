import '../../../ui/theme/plainTable.css';
import { fill, messages } from '../../../../contract/messages.ts';
import { dayText } from '../../../../contract/rules/time/dayText.ts';
import { Button } from '../../../ui/Button.tsx';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { download } from '../../../ui/display/icons.ts';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import type { BadgeSeverity } from '../../../ui/display/severity.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { type ShownUserLine, useUserImport } from '../useUserImport.ts';
import type { Users } from '../useUsers.ts';
import { UserImpactCard } from './Impact.tsx';

const t = messages.userImport;
type Bound = ReturnType<typeof useUserImport>;
const tones: Readonly<Record<ShownUserLine['what'], BadgeSeverity>> = {
  create: 'success',
  update: 'info',
  same: 'secondary',
  error: 'danger',
  waits: 'warning',
};

/** The effect of each line, and the errors of skipped lines. */
function Lines({ lines }: { lines: readonly ShownUserLine[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys.
    <section className="users-import-lines" aria-label={t.title} tabIndex={0}>
      <table className="plain-table">
        <thead>
          <tr>
            <th data-align="end">{t.columns.line}</th>
            <th>{t.columns.person}</th>
            <th>{t.columns.what}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.line}>
              <td data-align="end">{line.line}</td>
              <td>
                {`${line.first_name} ${line.last_name}`.trim()}
                <br />
                <span className="muted">{line.email}</span>
                {(['starts', 'ends'] as const).map((key) => {
                  const day = key === 'starts' ? line.employment_start : line.employment_end;
                  return (
                    day && (
                      <div key={key} className="muted">
                        {fill(t[key], { day: dayText(day) })}
                      </div>
                    )
                  );
                })}
              </td>
              <td>
                <Badge severity={tones[line.what]}>{fill(t.what[line.what], { fields: line.fields.join(', ') })}</Badge>
                {line.errors.map((error) => (
                  <p key={error} className={line.what === 'waits' ? 'muted' : 'field-error'}>
                    {error}
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Progress({ bound }: { bound: Bound }) {
  if (bound.applying) {
    const progress = fill(t.progress, { done: bound.sent, count: bound.count });
    return (
      <div className="form-stack">
        <ProgressBar label={t.applying} value={bound.count === 0 ? 0 : bound.sent / bound.count} text={progress} />
        <p className="muted figure" role="status">
          {progress}
        </p>
      </div>
    );
  }
  if (!bound.ended) return bound.lines.length > 0 ? <p role="status">{bound.summary}</p> : null;
  return (
    <Alert severity={bound.refused > 0 || bound.waiting > 0 ? 'warning' : 'success'}>
      {fill(t.done, { count: bound.imported })} {bound.waiting > 0 && fill(t.waitingLines, { count: bound.waiting })}{' '}
      {bound.refused > 0 && fill(t.failedLines, { count: bound.refused })}
    </Alert>
  );
}

function Passwords({ bound }: { bound: Bound }) {
  if (!bound.hasPasswords || bound.applying) return null;
  return (
    <p className="users-secret">
      <Button icon={download} severity={bound.mayApply ? 'secondary' : 'primary'} onClick={bound.download}>
        {t.passwords}
      </Button>
      <span className="muted">{t.passwordsHint}</span>
    </p>
  );
}

function Buttons({ bound }: { bound: Bound }) {
  return (
    <>
      <Button severity="secondary" disabled={!bound.mayClose} onClick={bound.close}>
        {t.close}
      </Button>
      {bound.mayRestart && (
        <Button severity="secondary" onClick={bound.restart}>
          {t.again}
        </Button>
      )}
      {(bound.mayApply || bound.applying) && (
        <Button loading={bound.applying} loadingLabel={t.applying} onClick={bound.apply}>
          {bound.stopped ? t.resume : fill(t.apply, { count: bound.count })}
        </Button>
      )}
    </>
  );
}

/** Imports people from a CSV file: shows the effects first, then applies them. */
export default function ImportDialog({ users }: { users: Users }) {
  const bound = useUserImport(users);
  return (
    <Dialog title={t.title} size="wide" onClose={bound.close} dismissible={bound.mayClose} footer={<Buttons bound={bound} />}>
      <div className="form-stack">
        {bound.error !== null && <Alert>{bound.error}</Alert>}
        {(bound.choosing || bound.reading) && (
          <Field label={t.file} hint={t.hint}>
            {(wiring) => (
              <Input
                {...wiring}
                type="file"
                accept=".csv,text/csv,text/plain"
                disabled={bound.reading}
                onChange={({ target }) => {
                  const [file] = target.files ?? [];
                  // Allows choosing the same file again after correcting it.
                  target.value = '';
                  if (file) bound.choose(file);
                }}
              />
            )}
          </Field>
        )}
        {bound.reading && <p role="status">{t.reading}</p>}
        {bound.unread !== null && <Alert severity="warning">{bound.unread}</Alert>}
        <Progress bound={bound} />
        {bound.impact && <UserImpactCard impact={bound.impact} loading={false} error={null} />}
        {bound.mayRestart && bound.count === 0 && <p className="muted">{t.nothingToDo}</p>}
        <Passwords bound={bound} />
        {bound.lines.length > 0 && <Lines lines={bound.lines} />}
      </div>
    </Dialog>
  );
}
