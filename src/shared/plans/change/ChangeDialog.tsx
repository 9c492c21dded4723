import './change.css';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { periodAt, shiftPeriod } from '../../../../contract/rules/time/period.ts';
import { useSettingUp } from '../../../app/context.ts';
import { Button } from '../../../ui/Button.tsx';
import FormDialog from '../../../ui/dialog/FormDialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatMoney } from '../../../ui/display/format.ts';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { ConfigImpactCard } from './Impact.tsx';
import { type BoundChange, type ReviewOptions, useConfigChange } from './useConfigChange.ts';

const t = messages.configChange;

/** The effective date, with the common ones as buttons. */
function EffectiveDate({ binding }: { binding: BoundChange }) {
  const settingUp = useSettingUp();
  const { view, today, booksBegin } = binding;
  const quarter = periodAt('quarter', today);
  const days = { open: quarter.start_date, next: shiftPeriod(quarter, 1).start_date, today } as const;
  return (
    <>
      <Field label={t.effective} hint={t.effectiveHint} error={view.fields.effective_date ?? null}>
        {(controlProps) => (
          <Input
            {...controlProps}
            type="date"
            value={view.day}
            disabled={!view.dating}
            onChange={({ target }) => binding.choose(target.value)}
          />
        )}
      </Field>
      {view.dating && (
        <p className="change-days">
          {(['open', 'next', 'today'] as const).map((name) => (
            <Button key={name} size="small" severity="secondary" onClick={() => binding.choose(days[name])}>
              {t.choices[name]}
            </Button>
          ))}
          {booksBegin !== '' && (
            <Button size="small" severity="secondary" onClick={() => binding.choose(booksBegin)}>
              {t.booksBegin}
            </Button>
          )}
        </p>
      )}
      {settingUp && <p className="muted">{t.settingUp}</p>}
    </>
  );
}

function Working({ binding: { view } }: { binding: BoundChange }) {
  if (!view.computing) return null;
  const words = view.progress ? fill(t.computing, view.progress) : t.starting;
  return (
    <div role="status">
      <p>{words}</p>
      <ProgressBar label={t.starting} text={words} value={view.progress ? view.progress.done / view.progress.total : 0} />
    </div>
  );
}

/** `backTo`: the number of the earlier version that the change restores. */
type Props = ReviewOptions & Readonly<{ backTo?: number | null; onClose: () => void }>;

/**
 * Saves a configuration after an impact review: the effective date, the changes, and the total, which the user types to confirm
 * (decisions 2.07).
 */
export default function ChangeDialog({ onClose, backTo = null, ...reviewing }: Props) {
  const binding = useConfigChange(reviewing);
  const { view } = binding;
  const { impact } = view;
  const settingUp = useSettingUp();
  const readers = impact?.readers?.length ?? impact?.people ?? 0;
  const words = readers > 0 && !settingUp ? fill(t.save, { people: readers }) : t.saveQuietly;
  return (
    <FormDialog
      title={backTo === null ? t.title : fill(t.backTitle, { version: backTo })}
      size="wide"
      onClose={onClose}
      onSubmit={impact ? binding.confirm : binding.ask}
      busy={view.saving}
      unready={impact ? !view.mayConfirm && !view.saving : !view.mayAsk}
      save={impact ? words : t.compute}
      saving={t.saving}
      secondaryAction={
        impact && (
          <Button severity="secondary" disabled={view.saving} onClick={binding.change}>
            {t.change}
          </Button>
        )
      }
    >
      {view.error !== null && <Alert {...(view.unanswered ? { onRetry: binding.retry } : {})}>{view.error}</Alert>}
      {view.fields.commissionsConfig && <Alert>{view.fields.commissionsConfig}</Alert>}
      <EffectiveDate binding={binding} />
      <Working binding={binding} />
      {impact && <ConfigImpactCard impact={impact} />}
      {impact && (
        <Field
          label={t.confirm}
          hint={fill(t.confirmHint, { total: formatMoney(toCents(impact.total_after)) })}
          error={view.fields.total ?? null}
        >
          {(controlProps) => (
            <Input
              {...controlProps}
              inputMode="decimal"
              autoComplete="off"
              value={view.typed}
              disabled={view.saving}
              onChange={({ target }) => binding.type(target.value)}
            />
          )}
        </Field>
      )}
    </FormDialog>
  );
}
