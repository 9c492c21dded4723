import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import type { ScheduleBody, ScheduleRhythm } from '../../../../contract/entities/report.ts';
import { type ScheduleForm, scheduleForm } from '../../../../contract/forms/report.ts';
import { messages } from '../../../../contract/messages.ts';
import { confirmWithUser } from '../../../services/browser.ts';
import { useUnsavedGuard } from '../../../shared/useUnsavedGuard.ts';
import FormDialog from '../../../ui/dialog/FormDialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { rhythmOptions } from '../reportNames.ts';
import { useReaders } from '../useReaders.ts';
import type { Schedules } from '../useSchedules.ts';
import { ReportFields } from './ReportFields.tsx';

const t = messages.reportSchedules;

/** A scheduled report has a frequency instead of days. */
export default function ScheduleDialog({ schedules }: { schedules: Schedules }) {
  const people = useReaders(true);
  const { acting, error } = schedules.view;
  const form = useForm<ScheduleForm>({
    resolver: yupResolver(scheduleForm) as never,
    defaultValues: { type: 'commission_summary', format: 'PDF', every: 'month', user_ids: [], email_when_complete: true },
  });
  const rhythm = form.watch('every') as ScheduleRhythm;
  const isUnsaved = form.formState.isDirty && !acting;
  // The dialog has its own URL, so Back closes it.
  useUnsavedGuard(isUnsaved, t.leave, true);
  const close = (): void => {
    if (!isUnsaved || confirmWithUser(t.leave)) schedules.act.close();
  };
  return (
    <FormDialog
      title={t.formTitle}
      onClose={close}
      busy={acting}
      save={t.save}
      saving={t.saving}
      onSubmit={form.handleSubmit((body) => schedules.run({ kind: 'add', body: body as ScheduleBody }))}
    >
      {error !== null && <Alert onDismiss={schedules.act.dismiss}>{error}</Alert>}
      <ReportFields form={form as never} people={people} locked={acting}>
        <Field label={t.every} hint={t.about[rhythm]}>
          {(controlProps) => <Select {...controlProps} {...form.register('every')} options={rhythmOptions} disabled={acting} />}
        </Field>
      </ReportFields>
    </FormDialog>
  );
}
