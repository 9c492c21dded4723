import '../../../ui/theme/plainTable.css';
import { roleLabels } from '../../../../contract/entities/user.ts';
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
import { type ShownUserLine, type UserImportBinding, useUserImport } from '../useUserImport.ts';
import type { Users } from '../useUsers.ts';
import { EarlierImports } from './EarlierImports.tsx';
import { UserImpactCard } from './Impact.tsx';
import { UserFileChoices } from './UserFileChoices.tsx';

const t = messages.userImport;
/** Fields with dated values; a line changes them from its first day on. */
const datedFields: readonly string[] = ['role', 'territory', 'manager_id'];
const tones: Readonly<Record<ShownUserLine['what'], BadgeSeverity>> = {
  create: 'success',
  update: 'info',
  same: 'secondary',
  error: 'danger',
  waits: 'warning',
};

/** The effect of each line; skipped lines show their errors. */
function Lines({ lines, ended }: { lines: readonly ShownUserLine[]; ended: boolean }) {
  const words = ended ? { ...t.what, ...t.whatDone } : t.what;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard.
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
                {line.role && <div className="muted">{roleLabels[line.role]}</div>}
                {line.manager_email && <div className="muted">{fill(t.reports, { manager: line.manager_email })}</div>}
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
                <Badge severity={tones[line.what]}>{fill(words[line.what], { fields: line.fields.join(', ') })}</Badge>
                {line.what === 'update' && line.effective_from && line.fields.some((field) => datedFields.includes(field)) && (
                  <div className="muted">{fill(t.dated, { day: dayText(line.effective_from) })}</div>
                )}
                {line.what === 'same' && line.effective_from && <div className="muted">{t.dayAlone}</div>}
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

function Progress({ binding }: { binding: UserImportBinding }) {
  if (binding.applying) {
    const progress = fill(t.progress, { done: binding.sent, count: binding.count });
    return (
      <div className="form-stack">
        <ProgressBar label={t.applying} value={binding.count === 0 ? 0 : binding.sent / binding.count} text={progress} />
        <p className="muted figure" role="status">
          {progress}
        </p>
      </div>
    );
  }
  if (!binding.ended) return binding.lines.length > 0 ? <p role="status">{binding.summary}</p> : null;
  return (
    <Alert severity={binding.refused > 0 || binding.waiting > 0 ? 'warning' : 'success'}>
      {fill(t.done, { count: binding.imported })} {binding.waiting > 0 && fill(t.waitingLines, { count: binding.waiting })}{' '}
      {binding.refused > 0 && fill(t.failedLines, { count: binding.refused })}
    </Alert>
  );
}

function Passwords({ binding }: { binding: UserImportBinding }) {
  if (!binding.hasPasswords || binding.applying) return null;
  return (
    <p className="users-secret">
      <Button icon={download} severity={binding.mayApply ? 'secondary' : 'primary'} onClick={binding.download}>
        {t.passwords}
      </Button>
      <span className="muted">{t.passwordsHint}</span>
    </p>
  );
}

function Buttons({ binding }: { binding: UserImportBinding }) {
  return (
    <>
      <Button severity="secondary" disabled={!binding.mayClose} onClick={binding.close}>
        {t.close}
      </Button>
      {binding.mayRestart && (
        <Button severity="secondary" onClick={binding.restart}>
          {t.again}
        </Button>
      )}
      {(binding.mayApply || binding.applying) && (
        <Button loading={binding.applying} loadingLabel={t.applying} onClick={binding.apply}>
          {binding.stopped ? t.resume : fill(t.apply, { count: binding.count })}
        </Button>
      )}
    </>
  );
}

/** Imports people from a CSV file: shows the effects first, then applies them. */
export default function ImportDialog({ users }: { users: Users }) {
  const binding = useUserImport(users);
  return (
    <Dialog title={t.title} size="wide" onClose={binding.close} dismissible={binding.mayClose} footer={<Buttons binding={binding} />}>
      <div className="form-stack">
        {binding.error !== null && <Alert>{binding.error}</Alert>}
        {(binding.choosing || binding.reading) && (
          <Field label={t.file} hint={t.hint}>
            {(controlProps) => (
              <Input
                {...controlProps}
                type="file"
                accept=".csv,text/csv,text/plain"
                disabled={binding.reading}
                onChange={({ target }) => {
                  const [file] = target.files ?? [];
                  // Allows choosing the same file again after correcting it.
                  target.value = '';
                  if (file) binding.choose(file);
                }}
              />
            )}
          </Field>
        )}
        {binding.reading && <p role="status">{t.reading}</p>}
        {binding.unread !== null && <Alert severity="warning">{binding.unread}</Alert>}
        {binding.choosesAgain && <UserFileChoices key={JSON.stringify(binding.shape)} binding={binding} />}
        <Progress binding={binding} />
        {binding.impact && <UserImpactCard impact={binding.impact} loading={false} error={null} />}
        {binding.mayRestart && binding.count === 0 && binding.shape.missing.length === 0 && <p className="muted">{t.nothingToDo}</p>}
        <Passwords binding={binding} />
        {(binding.choosing || binding.ended) && <EarlierImports users={users} />}
        {binding.lines.length > 0 && <Lines lines={binding.lines} ended={binding.ended} />}
      </div>
    </Dialog>
  );
}
