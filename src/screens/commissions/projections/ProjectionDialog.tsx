import '../quickActions.css';
import './projection.css';
import { type OpenDeal, TEAM } from '../../../../contract/entities/projection.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import { useUser } from '../../../app/context.ts';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatDate, formatPercent } from '../../../ui/display/format.ts';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Picker } from '../../../ui/picker/Picker.tsx';
import { formatAmount } from '../columns.tsx';
import type { TeamOption } from '../useTeam.ts';
import { ProjectionResult } from './ProjectionResult.tsx';
import { ProjectionRows } from './ProjectionRows.tsx';
import { type ProjectionView, useProjection } from './useProjection.ts';

const t = messages.projections;

/** Adds the customer only if the deal's name does not contain it. */
const toTitle = ({ name, customer_name: customer }: OpenDeal): string =>
  name.includes(customer) ? name : fill(t.deal, { name, customer });

function Deals({ deals, ticked, loading, dealsError, toggleDeal }: ProjectionView) {
  if (loading) return <Spinner />;
  if (dealsError !== null) return <Alert severity="warning">{dealsError}</Alert>;
  if (deals.length === 0) return <p className="muted">{t.noDeals}</p>;
  return (
    <ul className="projection-deals">
      {deals.map((deal) => (
        <li key={deal.id}>
          <Checkbox
            checked={ticked.includes(deal.id)}
            onChange={() => toggleDeal(deal.id)}
            label={
              <span>
                {toTitle(deal)}
                <span className="quick-note muted figure">
                  {fill(t.dealNote, {
                    amount: formatAmount(deal.amount),
                    probability: formatPercent(deal.probability),
                    date: formatDate(deal.expected_close_date),
                  })}
                </span>
              </span>
            }
          />
        </li>
      ))}
    </ul>
  );
}

/** `team`: the user has direct reports, and the team's projection comes first. */
type Props = { range: DateRange; people: readonly TeamOption[]; team: boolean; onClose: () => void };

/** Calculate Projections: select open deals, add amounts, weighted or not; shows before and after live, stores nothing (decisions 2.13). */
export default function ProjectionDialog({ range, people, team, onClose }: Props) {
  const { id } = useUser();
  const options = team ? [{ value: TEAM, label: t.team }, ...people] : people;
  const initialPerson = (team ? undefined : people.find(({ value }) => value === id)) ?? options[0];
  const view = useProjection(initialPerson?.value ?? '', range);
  const quotaRange = view.projection?.range ?? range;
  return (
    <Dialog title={t.title} size="wide" onClose={onClose}>
      <div className="projection">
        <div className="form-stack">
          <Field label={t.person}>
            {(controlProps) => (
              <Picker
                {...controlProps}
                label={t.person}
                value={view.userId}
                options={options}
                disabled={options.length < 2}
                onChange={view.choosePerson}
              />
            )}
          </Field>
          <fieldset className="form-stack">
            <legend className="field-label">{view.deals.length > 0 ? fill(t.dealCount, { count: view.deals.length }) : t.deals}</legend>
            <Deals {...view} />
          </fieldset>
          <Checkbox label={t.weighted} checked={view.weighted} onChange={view.toggleWeighted} disabled={view.loading} />
          {view.userId === TEAM && <p className="muted">{t.teamExtra}</p>}
          {!view.loading && view.userId !== TEAM && <ProjectionRows key={quotaRange.end_date} {...view} range={quotaRange} />}
        </div>
        <div className="projection-side">
          {view.error !== null && (
            <Alert onRetry={view.failed ? view.retry : undefined}>
              {view.error}
              {view.projection && <p>{t.stale}</p>}
            </Alert>
          )}
          {view.projection && <ProjectionResult projection={view.projection} team={view.userId === TEAM} stale={view.calculating} />}
        </div>
      </div>
    </Dialog>
  );
}
