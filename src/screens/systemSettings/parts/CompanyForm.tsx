import { roleLabels } from '../../../../contract/entities/user.ts';
import { messages } from '../../../../contract/messages.ts';
import { configValue, withConfigValue } from '../../../../contract/rules/commission/config/templates.ts';
import { needsCompanyCode, type PayrollLayout, payrollLayouts } from '../../../../contract/rules/payroll.ts';
import type { LineError } from '../../../shared/plans/lineErrors.ts';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { fieldError } from '../fieldError.ts';

const t = messages.planEditor;
const LAST_DAY = 28;
const days = [
  { value: '', label: t.notSet },
  { value: 'last_day', label: t.lists.lastDay },
  ...Array.from({ length: LAST_DAY }, (_, day) => ({ value: String(day + 1), label: String(day + 1) })),
];
/** In the order of the JSON. */
const approvers = ['finance', 'admin'] as const;

const zoneOptions = [{ value: '', label: t.notSet }, ...Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))];
const layoutOptions = payrollLayouts.map((value) => ({ value, label: t.lists.payrollLayouts[value] }));

type Props = Readonly<{ config: string; errors: readonly LineError[]; disabled: boolean; onChange: (config: string) => void }>;

/** Company-wide rules: time zone, start of the books, payout schedule, payout approvers, and which adjustments need approval. */
export function CompanyForm({ config, errors, disabled, onChange }: Props) {
  const changeKey = (key: string, value: unknown): void => {
    const next = withConfigValue(config, key, value);
    if (next !== null) onChange(next);
  };
  const zone = configValue(config, 'timezone');
  const booksBegin = configValue(config, 'books_begin_on');
  const limit = configValue(config, 'second_approval_over');
  const day = configValue(config, 'payout.day');
  const namedApprovers = configValue(config, 'payout.approvers');
  const address = configValue(config, 'invoice_address');
  const layout = (configValue(config, 'payroll.layout') ?? 'generic') as PayrollLayout;
  // By default, both may approve.
  const selected = approvers.filter((role) => !Array.isArray(namedApprovers) || namedApprovers.includes(role));
  const renderField = (path: string, label: string, hint: string) => {
    const fieldValue = configValue(config, path);
    return (
      <Field label={label} hint={hint} error={fieldError({ errors, path })}>
        {(controlProps) => (
          <Input
            {...controlProps}
            value={typeof fieldValue === 'string' ? fieldValue : ''}
            disabled={disabled}
            onChange={({ target: { value } }) => changeKey(path, value === '' ? undefined : value)}
          />
        )}
      </Field>
    );
  };
  return (
    <div className="system-fields">
      <Field label={t.lists.zone} hint={messages.configKeys.timezone ?? ''} error={fieldError({ errors, path: 'timezone' })}>
        {(controlProps) => (
          <Select
            {...controlProps}
            options={zoneOptions}
            value={typeof zone === 'string' ? zone : ''}
            disabled={disabled}
            onChange={({ target: { value } }) => changeKey('timezone', value === '' ? undefined : value)}
          />
        )}
      </Field>
      <Field
        label={t.lists.booksBegin}
        hint={messages.configKeys.books_begin_on ?? ''}
        error={fieldError({ errors, path: 'books_begin_on' })}
      >
        {(controlProps) => (
          <Input
            {...controlProps}
            type="date"
            value={typeof booksBegin === 'string' ? booksBegin : ''}
            disabled={disabled}
            onChange={({ target: { value } }) => changeKey('books_begin_on', value === '' ? undefined : value)}
          />
        )}
      </Field>
      <Field label={t.lists.over} hint={t.hints.over} error={fieldError({ errors, path: 'second_approval_over' })}>
        {(controlProps) => (
          <Input
            {...controlProps}
            type="number"
            step="any"
            placeholder={t.notSet}
            value={typeof limit === 'number' ? String(limit) : ''}
            disabled={disabled}
            onChange={({ target }) => changeKey('second_approval_over', target.value === '' ? undefined : Number(target.value))}
          />
        )}
      </Field>
      <Field label={t.lists.payDay} hint={t.hints.payDay}>
        {(controlProps) => (
          <Select
            {...controlProps}
            options={days}
            value={day === undefined ? '' : String(day)}
            disabled={disabled}
            onChange={({ target: { value } }) =>
              changeKey('payout.day', value === '' ? undefined : value === 'last_day' ? value : Number(value))
            }
          />
        )}
      </Field>
      <fieldset className="system-list">
        <legend>{t.lists.approvers}</legend>
        {approvers.map((role) => (
          <Checkbox
            key={role}
            label={roleLabels[role]}
            checked={selected.includes(role)}
            // At least one approver must remain.
            disabled={disabled || (selected.length === 1 && selected.includes(role))}
            onChange={(checked) => {
              const next = approvers.filter((other) => (other === role ? checked : selected.includes(other)));
              changeKey('payout.approvers', next.length === approvers.length ? undefined : next);
            }}
          />
        ))}
      </fieldset>
      <Field label={t.lists.payrollLayout} hint={t.hints.payrollLayout} error={fieldError({ errors, path: 'payroll.layout' })}>
        {(controlProps) => (
          <Select
            {...controlProps}
            options={layoutOptions}
            value={layout}
            disabled={disabled}
            onChange={({ target: { value } }) => changeKey('payroll.layout', value === 'generic' ? undefined : value)}
          />
        )}
      </Field>
      {layout !== 'generic' && layout !== 'gusto' && renderField('payroll.earning_code', t.lists.earningCode, t.hints.earningCode)}
      {needsCompanyCode(layout) && renderField('payroll.company_code', t.lists.companyCode, t.hints.companyCode)}
      <Field
        label={t.lists.address}
        hint={messages.configKeys.invoice_address ?? ''}
        error={fieldError({ errors, path: 'invoice_address' })}
      >
        {(controlProps) => (
          <Textarea
            {...controlProps}
            rows={3}
            autoResize
            value={Array.isArray(address) ? address.join('\n') : ''}
            disabled={disabled}
            onChange={({ target: { value } }) => changeKey('invoice_address', value === '' ? undefined : value.split('\n'))}
          />
        )}
      </Field>
    </div>
  );
}
