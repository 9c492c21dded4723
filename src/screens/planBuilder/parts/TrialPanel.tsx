import '../../../ui/theme/plainTable.css';
import { useEffect } from 'react';
import type { DraftTrial } from '../../../../contract/entities/configTrial.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { periodAt } from '../../../../contract/rules/time/period.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { formatDate, formatMoney } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { type DraftTrialView, useDraftTrial } from '../useDraftTrial.ts';
import type { PlanBuilder } from '../usePlanBuilder.ts';

const t = messages.planEarnings;
const MAX_PEOPLE = 3;

const statusOf = ({ isHeld, isCalculating, isCurrent, trial, people }: DraftTrialView): string => {
  if (people.length === 0) return t.nobody;
  if (isHeld) return trial ? t.held : t.heldFirst;
  if (isCalculating) return t.working;
  return isCurrent ? t.besides : t.waiting;
};

function Amounts({ trial }: { trial: DraftTrial }) {
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th scope="col">{t.person}</th>
          <th scope="col" data-align="end">
            {t.before}
          </th>
          <th scope="col" data-align="end">
            {t.after}
          </th>
          <th scope="col" data-align="end">
            {t.change}
          </th>
        </tr>
      </thead>
      <tbody>
        {trial.people.map(({ user_id, name, before, after }) => (
          <tr key={user_id}>
            <td>{name}</td>
            <td data-align="end">{formatMoney(toCents(before))}</td>
            <td data-align="end">{formatMoney(toCents(after))}</td>
            <td data-align="end">{before === after ? t.same : <MoneyText cents={toCents(after) - toCents(before)} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The last quarter of three people, as recorded and under the draft; updates while the user types. */
export function TrialPanel({ builder, suggested }: { builder: PlanBuilder; suggested: readonly string[] }) {
  const { people } = builder;
  const { view, choosePeople } = useDraftTrial(builder.service, builder.view.text);
  const { trial } = view;
  const suggestedIds = suggested.slice(0, MAX_PEOPLE).join(' ');
  const isEmpty = view.people.length === 0;
  useEffect(() => {
    if (isEmpty && suggestedIds !== '') choosePeople(suggestedIds.split(' '));
  }, [isEmpty, suggestedIds, choosePeople]);
  const choosePerson = (place: number, id: string): void =>
    choosePeople(view.people.map((item, index) => (index === place ? id : item)).filter((item, index, all) => all.indexOf(item) === index));
  const range = trial?.range;
  return (
    <Card title={t.title} className="builder-card builder-trial">
      {range && (
        <p className="muted">
          {fill(t.period, { period: `${formatDate(range.start_date)} – ${formatDate(periodAt('quarter', range.start_date).end_date)}` })}
        </p>
      )}
      {view.error !== null && <Alert>{view.error}</Alert>}
      <div className={view.isCurrent ? '' : 'builder-stale'} aria-busy={view.isCalculating}>
        {trial && trial.people.length > 0 && <Amounts trial={trial} />}
      </div>
      <p className="muted builder-status" role="status">
        {statusOf(view)}
      </p>
      <details>
        <summary>{t.choosePeople}</summary>
        <div className="builder-fields">
          {view.people.map((id, place) => (
            <Field key={id} label={`${t.person} ${String(place + 1)}`}>
              {(controlProps) => (
                <Select {...controlProps} options={[...people]} value={id} onChange={({ target }) => choosePerson(place, target.value)} />
              )}
            </Field>
          ))}
        </div>
      </details>
    </Card>
  );
}
