import { frequencies } from '../../../../contract/entities/user.ts';
import { messages } from '../../../../contract/messages.ts';
import { useFeature } from '../../../app/context.ts';
import { CheckField } from '../../../shared/CheckField.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import type { useSettingsForm } from '../useSettingsForm.ts';
import { SaveBar } from './SaveBar.tsx';

const t = messages.settings;
const frequencyOptions = frequencies.map((value) => ({ value, label: t.frequencies[value] }));

/** spec 2.63, 3.03, 9.13 */
export function NotificationsTab({ binding }: { binding: ReturnType<typeof useSettingsForm<'notification_settings'>> }) {
  const { form, busy } = binding;
  return (
    <form className="settings-form" onSubmit={binding.submit} noValidate>
      <div className="settings-choices">
        <CheckField label={t.email} disabled={busy} control={form.control} name="email_enabled" />
        <CheckField label={t.push} disabled={busy} control={form.control} name="push_enabled" />
      </div>
      {useFeature('no-mail') && <p className="muted">{t.noMail}</p>}
      {useFeature('no-push') && <p className="muted">{t.noPush}</p>}
      <Field label={t.frequency}>
        {(controlProps) => <Select {...controlProps} {...form.register('frequency')} options={frequencyOptions} disabled={busy} />}
      </Field>
      <SaveBar binding={binding} />
    </form>
  );
}
