import './quickActions.css';
import { useState } from 'react';
import { statementFormats } from '../../../../contract/entities/statement.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import type { DateRange } from '../../../../contract/rules/period.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { formatDate } from '../../../ui/format.ts';
import { download } from '../../../ui/icons.ts';
import { Select } from '../../../ui/Select.tsx';
import { usePastStatements } from '../useAnswers.ts';
import { useStatement } from '../useStatement.ts';
import { PastStatements } from './PastStatements.tsx';
import type { Person } from './QuickActions.tsx';

const text = messages.statements;
const formats = statementFormats.map((value) => ({ value, label: value }));

type Props = { range: DateRange; people: readonly Person[]; onClose: () => void };

/** Generate Commission Statement: person and format for the screen's period, then the job and its file (decisions 2). */
export default function StatementDialog({ range, people, onClose }: Props) {
  const statement = useStatement();
  const past = usePastStatements();
  const [userId, choosePerson] = useState(people[0]?.value ?? '');
  const [format, chooseFormat] = useState<(typeof statementFormats)[number]>('PDF');
  const days = fill(messages.period.days, { start: formatDate(range.start_date), end: formatDate(range.end_date) });
  return (
    <Dialog title={text.title} onClose={onClose}>
      <form
        className="form-stack"
        onSubmit={(event) => {
          event.preventDefault();
          statement.request({ user_id: userId, ...range, format });
        }}
      >
        <Field label={text.person}>
          {(wiring) => (
            <Select
              {...wiring}
              value={userId}
              options={people}
              disabled={!statement.editing || people.length < 2}
              onChange={(event) => choosePerson(event.target.value)}
            />
          )}
        </Field>
        <dl className="quick-fact">
          <dt>{text.period}</dt>
          <dd className="figure">{days}</dd>
        </dl>
        <Field label={text.format} hint={text.draft}>
          {(wiring) => (
            <Select
              {...wiring}
              value={format}
              options={formats}
              disabled={!statement.editing}
              onChange={(event) => chooseFormat(statementFormats.find((each) => each === event.target.value) ?? 'PDF')}
            />
          )}
        </Field>
        <p role="status" className={statement.busy ? 'quick-progress quick-busy' : 'quick-progress'}>
          {statement.progress}
        </p>
        {statement.error !== null && <Alert>{statement.error}</Alert>}
        <p className="form-actions">
          {statement.canRestart && (
            <Button
              severity="secondary"
              onClick={() => {
                statement.restart();
                past.ask({});
              }}
            >
              {text.again}
            </Button>
          )}
          {statement.canRetry && <Button onClick={statement.retry}>{messages.retry}</Button>}
          {statement.editing && (
            <Button type="submit" loading={statement.busy}>
              {text.submit}
            </Button>
          )}
          {statement.ready && (
            <Button icon={download} loading={statement.downloading} loadingLabel={text.downloading} onClick={statement.download}>
              {text.download}
            </Button>
          )}
        </p>
      </form>
      <PastStatements past={past} disabled={!statement.canOpen} onOpen={statement.open} />
    </Dialog>
  );
}
