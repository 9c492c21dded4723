import './clauses.css';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import type { PlanClause } from '../../../contract/entities/plan.ts';
import { messages } from '../../../contract/messages.ts';
import { type ClauseGroup, clauseGroups } from '../../../contract/rules/commission/clauses/clause.ts';

/** Clauses under their group headings, in the order of the groups. */
const groupClauses = (clauses: readonly PlanClause[]): { group: ClauseGroup; title: string; clauses: readonly PlanClause[] }[] =>
  clauseGroups
    .map((group) => ({ group, title: messages.planPage.groups[group], clauses: clauses.filter((clause) => clause.group === group) }))
    .filter((section) => section.clauses.length > 0);

type Props = {
  clauses: readonly PlanClause[];
  /** The path of the linked clause. */
  opened?: string;
  /** Extra content after a clause. */
  renderExtra?: (clause: PlanClause) => ReactNode;
};

function ClauseSentence({ clause, opened, children }: { clause: PlanClause; opened: boolean; children: ReactNode }) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (opened) row.current?.scrollIntoView({ block: 'nearest' });
  }, [opened]);
  return (
    <li ref={row} className="clause" data-leaf aria-current={opened || undefined}>
      <p>{clause.sentence}</p>
      {children}
    </li>
  );
}

/** One sentence per clause, under headings by topic. */
export function ClauseList({ clauses, opened = '', renderExtra }: Props) {
  const groups = groupClauses(clauses);
  return (
    <div className="clauses">
      {groups.map(({ group, title, clauses: listedClauses }) => (
        <Fragment key={group}>
          {groups.length > 1 && <h3>{title}</h3>}
          <ul>
            {listedClauses.map((clause) => (
              <ClauseSentence key={clause.path} clause={clause} opened={clause.path === opened}>
                {renderExtra?.(clause)}
              </ClauseSentence>
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  );
}
