import { useState } from 'react';
import { Link } from 'wouter';
import type { PlanInWords, Plans, PricedClauses } from '../../../../contract/entities/plan.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { ClauseList } from '../../../shared/plans/ClauseList.tsx';
import { RateSteps } from '../../../shared/plans/RateSteps.tsx';
import { useAnswerTo } from '../../../shared/useAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { groupPriced, type PricedLine } from '../connectPlans.ts';
import type { PlansBinding } from '../usePlans.ts';
import { PricedRecords } from './PricedRecords.tsx';

const t = messages.planPage;
type Props = { plan: PlanInWords; position: Plans['position']; version: number; page: PlansBinding; open: boolean; clause: string };

/** The clauses of a plan with the amounts they priced in the period; each amount opens its records. */
function Clauses({ plan, version, page, clause }: Omit<Props, 'open' | 'position'>) {
  const { start_date, end_date } = page.range;
  const load = ({ start_date: start = '', end_date: end = '' }): Promise<PricedClauses> =>
    page.service.priced(plan.id, { start_date: start, end_date: end });
  const { answer, error, stale, loading, retry } = useAnswerTo<PricedClauses>(load, { start_date, end_date }, t.pricedFailed);
  const priced = answer && groupPriced(plan, answer, version);
  const isOpen = (line: PricedLine): boolean => line.at === clause && String(line.version) === (page.choice.priced || String(version));
  const toggle = (line: PricedLine): void =>
    page.choose(
      isOpen(line)
        ? { plan: '', clause: '', priced: '' }
        : { plan: plan.id, clause: line.at, priced: line.version === version ? '' : String(line.version) },
    );
  const renderLines = (pricedLines: readonly PricedLine[]) =>
    pricedLines.map((line) => (
      <div key={`${line.version} ${line.key}`} className="plans-priced">
        <button type="button" className="plans-link figure" aria-expanded={isOpen(line)} onClick={() => toggle(line)}>
          {line.label}
        </button>
        {isOpen(line) && (
          <PricedRecords
            key={`${line.version} ${line.key}`}
            service={page.service}
            question={{ plan: plan.id, key: line.key, version: String(line.version), start_date, end_date }}
            label={line.sentence ?? line.label}
          />
        )}
      </div>
    ));
  return (
    <>
      {error !== null && <Alert onRetry={retry}>{error}</Alert>}
      <div className={stale ? 'plans-stale' : undefined} aria-busy={loading}>
        <ClauseList
          clauses={plan.clauses}
          opened={clause}
          renderExtra={(pricedClause) => priced && renderLines(priced.linesOf(pricedClause.path))}
        />
        {priced && priced.others.length > 0 && (
          <>
            <h3>{t.otherClauses}</h3>
            <ul className="plans-others">
              {priced.others.map((line) => (
                <li key={`${line.version} ${line.key}`} className="clause" data-leaf>
                  <p>{line.sentence}</p>
                  {renderLines([line])}
                </li>
              ))}
            </ul>
          </>
        )}
        {priced && (
          <p className="muted figure plans-total">
            {priced.none ? t.nothingPriced : <Link href={`/commissions?${toPeriodQuery(page.range, {})}`}>{priced.total}</Link>}
          </p>
        )}
      </div>
    </>
  );
}

/** One plan; collapsed unless it is the user's own. */
export function PlanCard({ plan, position, open, ...rest }: Props) {
  const [isOpen, setOpen] = useState(open);
  if (open && !isOpen) setOpen(true);
  const people = fill(plan.people === 1 ? t.onePerson : t.people, { count: plan.people });
  return (
    <Card
      title={
        <>
          {plan.name} {plan.own && <Badge severity="info">{t.own}</Badge>}
        </>
      }
      actions={
        <Button
          size="small"
          severity="secondary"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? t.fold : t.unfold}: ${plan.name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t.fold : t.unfold}
        </Button>
      }
    >
      {/* Omitted if the plan applies only to the current user. */}
      {!(plan.own && plan.people === 1) && <p className="muted">{people}</p>}
      {plan.leave !== undefined && <p>{plan.leave}</p>}
      {isOpen && (
        <div className={plan.steps ? 'plans-drawn' : undefined}>
          {plan.steps && <RateSteps steps={plan.steps} position={position} />}
          <div>
            <Clauses plan={plan} {...rest} />
          </div>
        </div>
      )}
    </Card>
  );
}
