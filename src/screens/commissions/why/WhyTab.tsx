import './why.css';
import type { Commission } from '../../../../contract/entities/commission.ts';
import type { Explanation } from '../../../../contract/entities/explanation.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useFeature, useToday } from '../../../app/context.ts';
import { HoldBar } from '../../../shared/holds/HoldBar.tsx';
import { useAsOf } from '../../../shared/lens/asOf.ts';
import { ItemStory } from '../../../shared/story/ItemStory.tsx';
import { AnsweredPanel } from '../../../shared/trace/AnsweredPanel.tsx';
import { RefLink } from '../../../shared/trace/RefLink.tsx';
import { WhyTable } from '../../../shared/trace/WhyTable.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { formatAmount, invoiceText, statusBadge } from '../columns.tsx';
import { FIRST_DAY, useExplanation } from './useAnswers.ts';
import { ClauseLink, PaymentBlockers, RequiredChanges, SourceRows } from './WhyParts.tsx';
import { WhyStory } from './WhyStory.tsx';

const t = messages.explain;

type ExplainedProps = { row: Commission; explanation: Explanation; now: boolean; onChanged: () => void };

function Explained({ row, explanation, now, onChanged }: ExplainedProps) {
  const badge = statusBadge(explanation.status);
  const { status, amounts, hold } = explanation;
  const hasStory = useFeature('story');
  return (
    <>
      {explanation.pending ? <p role="status">{messages.commissions.pendingWhy}</p> : null}
      <p className="why-sentence">
        {/* Hidden, because the sentence begins with the same word. */}
        <span aria-hidden="true">
          <Badge severity={badge.severity}>{badge.label}</Badge>
        </span>
        <span>{explanation.sentence}</span>
      </p>
      <WhyTable
        title={t.formula}
        headers={[t.step, t.calculation, t.amount]}
        rows={explanation.formula.map((term) => [
          <ClauseLink key="step" clause={term.clause}>
            <RefLink of={term.ref}>{term.inferred ? fill(t.inferred, { label: term.label }) : term.label}</RefLink>
          </ClauseLink>,
          term.text,
          formatAmount(term.amount),
        ])}
      />
      <PaymentBlockers blocks={explanation.blocks} />
      <RequiredChanges {...explanation} />
      {now && (
        <HoldBar
          commissionId={row.id}
          record={{ invoice: invoiceText(row), person: row.salesperson_name, amount: formatAmount(explanation.amounts.total) }}
          hold={explanation.hold}
          onChanged={onChanged}
        />
      )}
      {now && hasStory ? (
        <ItemStory kind="record" id={row.id} version={JSON.stringify([status, amounts, hold])} />
      ) : (
        <WhyStory row={row} explanation={explanation} />
      )}
      <SourceRows title={t.rows} rows={explanation.rows} />
    </>
  );
}

/**
 * Explains a record: a sentence, the formula with its numbers, blockers, the timeline and source rows. It can be replayed for another day.
 */
export default function WhyTab({ row, onChanged }: { row: Commission; onChanged: () => void }) {
  const today = useToday();
  const pastDay = useAsOf();
  const why = useExplanation(row);
  return (
    <div className="why">
      {(pastDay !== null || !why.refused) && (
        <AnsweredPanel {...why}>
          {(explanation) => (
            <Explained
              row={row}
              explanation={explanation}
              now={pastDay === null && explanation.as_of === today}
              onChanged={() => {
                // Must run first: it clears the page's cache, which would discard the new answer too.
                onChanged();
                why.ask({});
              }}
            />
          )}
        </AnsweredPanel>
      )}
      {pastDay === null && (
        <Field label={t.asOf} hint={t.asOfHint} error={why.refused ? why.error : null}>
          {(controlProps) => (
            <Input
              {...controlProps}
              type="date"
              className="why-date"
              min={FIRST_DAY}
              max={today}
              defaultValue={today}
              onChange={({ target: { value } }) => why.ask({ as_of: value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
