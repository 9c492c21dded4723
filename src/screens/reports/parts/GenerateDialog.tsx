import { yupResolver } from '@hookform/resolvers/yup';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import type { ReportBody } from '../../../../contract/entities/report.ts';
import { type ReportForm, reportForm } from '../../../../contract/forms/report.ts';
import { messages } from '../../../../contract/messages.ts';
import { periodAt } from '../../../../contract/rules/time/period.ts';
import { useToday } from '../../../app/context.ts';
import { confirmWithUser } from '../../../services/browser.ts';
import { useUnsavedGuard } from '../../../shared/useUnsavedGuard.ts';
import { Button } from '../../../ui/Button.tsx';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { download } from '../../../ui/display/icons.ts';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { useReaders } from '../useReaders.ts';
import { useReportJob } from '../useReportJob.ts';
import type { Reports } from '../useReports.ts';
import { ReportFields } from './ReportFields.tsx';

const t = messages.reports;
const { form: words } = t;

type Binding = ReturnType<typeof useReportJob>;

/** Only the button of the next step is primary. */
function Steps({ job, formId, live, onClose }: { job: Binding; formId: string; live: boolean; onClose: () => void }) {
  return (
    <>
      <Button severity="secondary" onClick={onClose}>
        {job.editing ? messages.cancel : messages.close}
      </Button>
      {job.canRestart && (
        <Button severity="secondary" onClick={job.restart}>
          {words.again}
        </Button>
      )}
      {job.canRetry && <Button onClick={job.retry}>{messages.retry}</Button>}
      {job.editing && (
        <Button type="submit" form={formId} loading={job.busy} loadingLabel={words.requesting} disabled={!live}>
          {words.submit}
        </Button>
      )}
      {job.ready && (
        <Button icon={download} loading={job.downloading} loadingLabel={words.downloading} onClick={job.download}>
          {t.actions.download}
        </Button>
      )}
    </>
  );
}

/** spec 2.59: type, days, format, people, email; then the job and its file. The dialog may be closed while the report is generated. */
export default function GenerateDialog({ reports }: { reports: Reports }) {
  const today = useToday();
  const people = useReaders(reports.isLive);
  const job = useReportJob(reports);
  const formId = useId();
  const form = useForm<ReportForm>({
    resolver: yupResolver(reportForm) as never,
    defaultValues: {
      type: 'commission_summary',
      format: 'PDF',
      user_ids: [],
      email_when_complete: false,
      start_date: periodAt('month', today).start_date,
      end_date: today,
    },
  });
  const { errors, isDirty } = form.formState;
  const isUnsaved = isDirty && job.editing && !job.busy;
  // The dialog has its own URL, so Back closes it.
  useUnsavedGuard(isUnsaved, words.leave, true);
  const close = (): void => {
    if (!isUnsaved || confirmWithUser(words.leave)) reports.act.close();
  };
  const isLocked = !job.editing || job.busy;
  return (
    <Dialog title={words.title} onClose={close} footer={<Steps job={job} formId={formId} live={reports.isLive} onClose={close} />}>
      <form id={formId} className="form-stack" noValidate onSubmit={form.handleSubmit((body) => job.request(body as ReportBody))}>
        <ReportFields form={form as never} people={people} locked={isLocked}>
          <div className="report-days">
            <Field label={words.start} error={errors.start_date?.message ?? null}>
              {(controlProps) => <Input {...controlProps} {...form.register('start_date')} type="date" disabled={isLocked} />}
            </Field>
            <Field label={words.end} error={errors.end_date?.message ?? null}>
              {(controlProps) => <Input {...controlProps} {...form.register('end_date')} type="date" disabled={isLocked} />}
            </Field>
          </div>
        </ReportFields>
        <div>
          <p role="status" className="report-progress">
            {job.progress}
          </p>
          {job.busy && <ProgressBar label={words.bar} value={job.done} text={job.progress ?? ''} />}
          {job.busy && !job.editing && <p className="field-hint">{words.closing}</p>}
        </div>
        {job.error !== null && <Alert>{job.error}</Alert>}
      </form>
    </Dialog>
  );
}
