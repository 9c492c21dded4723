import '../quickActions.css';
import { yupResolver } from '@hookform/resolvers/yup';
import { useController, useForm } from 'react-hook-form';
import { statementFormats } from '../../../../contract/entities/statement.ts';
import { type StatementForm, statementForm } from '../../../../contract/forms/statement.ts';
import { messages } from '../../../../contract/messages.ts';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import { useFeature, useUser } from '../../../app/context.ts';
import { Button } from '../../../ui/Button.tsx';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { download } from '../../../ui/display/icons.ts';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Picker } from '../../../ui/picker/Picker.tsx';
import type { TeamOption } from '../useTeam.ts';
import { usePastStatements } from '../why/useAnswers.ts';
import { IssuedStatements } from './IssuedStatements.tsx';
import { PastStatements } from './PastStatements.tsx';
import { useStatement } from './useStatement.ts';

const t = messages.statements;
const formats = statementFormats.map((value) => ({ value, label: value }));

type Props = { range: DateRange; people: readonly TeamOption[]; onClose: () => void };

/** Generate Commission Statement: person and format for the screen's period, then the job and its file (decisions 2.13). */
export default function StatementDialog({ range, people, onClose }: Props) {
  const statement = useStatement();
  const past = usePastStatements();
  const hasReviews = useFeature('close-review');
  const { id } = useUser();
  const defaultPerson = people.length === 1 ? people[0] : people.find(({ value }) => value === id);
  const form = useForm<StatementForm>({
    resolver: yupResolver(statementForm),
    defaultValues: { user_id: defaultPerson?.value ?? '', start_date: range.start_date, end_date: range.end_date, format: 'PDF' },
  });
  const person = useController({ control: form.control, name: 'user_id' });
  const { errors } = form.formState;
  const options = defaultPerson ? people : [{ value: '', label: t.choosePerson }, ...people];
  const isLocked = !statement.editing;
  return (
    <Dialog title={t.title} onClose={onClose}>
      <form className="form-stack" noValidate onSubmit={form.handleSubmit(statement.request)}>
        <Field label={t.person} error={errors.user_id?.message ?? null}>
          {(controlProps) => (
            <Picker
              {...controlProps}
              label={t.person}
              value={person.field.value}
              options={options}
              disabled={isLocked || people.length < 2}
              onChange={person.field.onChange}
            />
          )}
        </Field>
        <div className="statement-days">
          <Field label={t.start} error={errors.start_date?.message ?? null}>
            {(controlProps) => <Input {...controlProps} {...form.register('start_date')} type="date" disabled={isLocked} />}
          </Field>
          <Field label={t.end} error={errors.end_date?.message ?? null}>
            {(controlProps) => <Input {...controlProps} {...form.register('end_date')} type="date" disabled={isLocked} />}
          </Field>
        </div>
        <Field label={t.format} hint={t.draft}>
          {(controlProps) => <Select {...controlProps} {...form.register('format')} options={formats} disabled={isLocked} />}
        </Field>
        <div>
          <p role="status" className="quick-progress">
            {statement.progress}
          </p>
          {statement.busy && <ProgressBar label={t.progress} value={statement.done} text={statement.progress ?? ''} />}
        </div>
        {statement.error !== null && <Alert>{statement.error}</Alert>}
        <p className="form-actions">
          {statement.editing && (
            <Button severity="secondary" onClick={onClose}>
              {messages.cancel}
            </Button>
          )}
          {statement.canRestart && (
            <Button
              severity="secondary"
              onClick={() => {
                statement.restart();
                past.ask({});
              }}
            >
              {t.again}
            </Button>
          )}
          {statement.canRetry && <Button onClick={statement.retry}>{messages.retry}</Button>}
          {statement.editing && (
            <Button type="submit" loading={statement.busy}>
              {t.submit}
            </Button>
          )}
          {statement.ready && (
            <Button icon={download} loading={statement.downloading} loadingLabel={t.downloading} onClick={statement.download}>
              {t.download}
            </Button>
          )}
        </p>
      </form>
      {hasReviews && <IssuedStatements />}
      <PastStatements past={past} disabled={!statement.canOpen} onOpen={statement.open} />
    </Dialog>
  );
}
