import './why.css';
import type { Commission } from '../../../../contract/entities/commission.ts';
import type { Explanation } from '../../../../contract/entities/explanation.ts';
import { messages } from '../../../../contract/messages.ts';
import { useToday } from '../../../app/context.ts';
import { Answered } from '../../../shared/trace/Answered.tsx';
import { RefLink } from '../../../shared/trace/RefLink.tsx';
import { WhyTable } from '../../../shared/trace/WhyTable.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { formatAmount, statusBadge } from '../columns.tsx';
import { FIRST_DAY, useExplanation } from './useAnswers.ts';
import { Blocks, ClauseLink, ReadRows, Takes } from './WhyParts.tsx';
import { WhyStory } from './WhyStory.tsx';

const text = messages.explain;

function Explained({ row, explanation }: { row: Commission; explanation: Explanation }) {
  const badge = statusBadge(explanation.status);
  return (
    <>
      <WhyStory row={row} explanation={explanation} />
      {explanation.pending ? <p role="status">{messages.commissions.pendingWhy}</p> : null}
      <p className="why-sentence">
        {/* The sentence begins with the same word. */}
        <span aria-hidden="true">
          <Badge severity={badge.severity}>{badge.label}</Badge>
        </span>
        <span>{explanation.sentence}</span>
      </p>
      <WhyTable
        title={text.formula}
        headers={[text.step, text.calculation, text.amount]}
        rows={explanation.formula.map((term) => [
          <ClauseLink key="step" clause={term.clause}>
            <RefLink of={term.ref}>{term.label}</RefLink>
          </ClauseLink>,
          term.text,
          formatAmount(term.amount),
        ])}
      />
      <Blocks blocks={explanation.blocks} />
      <Takes {...explanation} />
      <ReadRows title={text.rows} rows={explanation.rows} />
    </>
  );
}

/** Why a record is what it is: the sentence, the formula with its numbers, what blocks, the rows read; replayed at another day. */
export default function WhyTab({ row }: { row: Commission }) {
  const today = useToday();
  const why = useExplanation(row);
  return (
    <div className="why">
      {!why.refused && <Answered {...why}>{(explanation) => <Explained row={row} explanation={explanation} />}</Answered>}
      <Field label={text.asOf} hint={text.asOfHint} error={why.refused ? why.error : null}>
        {(wiring) => (
          <Input
            {...wiring}
            type="date"
            className="why-date"
            min={FIRST_DAY}
            max={today}
            defaultValue={today}
            onChange={({ target: { value } }) => why.ask({ as_of: value })}
          />
        )}
      </Field>
    </div>
  );
}
