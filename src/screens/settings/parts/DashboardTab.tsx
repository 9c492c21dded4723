import { dateRanges, preferredCharts } from '../../../../contract/entities/user.ts';
import { messages } from '../../../../contract/messages.ts';
import { CheckField } from '../../../shared/CheckField.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import type { useSettingsForm } from '../useSettingsForm.ts';
import { SaveBar } from './SaveBar.tsx';

const t = messages.settings;
const rangeOptions = dateRanges.map((value) => ({ value, label: t.dateRanges[value] }));

/** spec 2.63, 3.03: the default period and the preferred charts. */
export function DashboardTab({ binding }: { binding: ReturnType<typeof useSettingsForm<'dashboard_settings'>> }) {
  const { form, busy } = binding;
  return (
    <form className="settings-form" onSubmit={binding.submit} noValidate>
      <Field label={t.dateRange} hint={t.dateRangeHint}>
        {(controlProps) => <Select {...controlProps} {...form.register('default_date_range')} options={rangeOptions} disabled={busy} />}
      </Field>
      <fieldset disabled={busy} className="settings-choices">
        <legend className="field-label">{t.charts}</legend>
        {preferredCharts.map((chart) => (
          <CheckField key={chart} label={t.chartNames[chart]} value={chart} control={form.control} name="preferred_charts" />
        ))}
      </fieldset>
      <SaveBar binding={binding} />
    </form>
  );
}
