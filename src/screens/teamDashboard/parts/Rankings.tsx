import { limits } from '../../../../contract/limits.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import type { TeamRow } from '../../../../contract/rules/performance/team.ts';
import { PersonLink } from '../../../shared/people/PersonLink.tsx';
import { AttainmentRating } from '../../../shared/performance/AttainmentRating.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { centsOf, formatMoney } from '../../../ui/display/format.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import type { TeamView } from '../connectTeam.ts';

const t = messages.performance;
type Props = Readonly<{ team: TeamView; hrefOf: (row: TeamRow) => string }>;

/** Omits the quota of the whole period: next to the quota to date, it would be confusing. */
const paceText = (pace: TeamView['behind'][number]['pace']): string => {
  if (!pace) return '';
  if (pace.missing === 0) return t.reached;
  const missingText = formatMoney(pace.missing);
  if (pace.perDay === null) return fill(t.missed, { missing: missingText });
  return pace.daysLeft === 1
    ? fill(t.missingToday, { missing: missingText })
    : fill(t.missing, { missing: missingText, perDay: formatMoney(pace.perDay) });
};

function Person({ row, begun, hrefOf, note }: Pick<Props, 'hrefOf'> & { row: TeamRow; begun: boolean; note: string }) {
  return (
    <li className="ranked">
      <PersonLink id={row.id} name={row.name} manager_id={row.manager_id} fallbackHref={hrefOf(row)} />
      <AttainmentRating attainment={row.quota_attainment} hasBegun={begun} />
      <span className="muted ranked-note">{note}</span>
    </li>
  );
}

function Body({ team, children, empty, isFilled }: { team: TeamView; isFilled: boolean; empty: string; children: React.ReactNode }) {
  if (team.isLoading) return <Skeleton height={132} />;
  if (team.unknown) return <p className="muted">{t.notLoaded}</p>;
  if (!isFilled) return <p className="muted">{empty}</p>;
  return (
    <ol className="ranking" data-stale={team.stale || undefined}>
      {children}
    </ol>
  );
}

/** spec 2.41, 9.09: the top three by attainment. */
export function TopPerformers({ team, hrefOf }: Props) {
  return (
    <Card title={t.top}>
      <Body team={team} isFilled={team.top.length > 0} empty={team.begun ? t.topEmpty : t.notBegun}>
        {team.top.map((row) => (
          <Person
            key={row.id}
            row={row}
            begun={team.begun}
            hrefOf={hrefOf}
            note={fill(t.soldOf, {
              sales: formatMoney(centsOf(row.total_sales ?? 0)),
              quota: formatMoney(centsOf(row.quota_amount ?? 0)),
            })}
          />
        ))}
      </Body>
    </Card>
  );
}

/** spec 2.41, 4.06: people below target, with the missing amount and the daily pace that reaches the quota. */
export function NeedsAttention({ team, hrefOf }: Props) {
  const { behind } = team;
  const hiddenCount = behind.length - limits.team.attention;
  return (
    <Card title={t.attention}>
      <Body team={team} isFilled={behind.length > 0} empty={team.begun ? t.attentionEmpty : t.notBegun}>
        {behind.slice(0, limits.team.attention).map(({ row, pace }) => (
          <Person key={row.id} row={row} begun hrefOf={hrefOf} note={paceText(pace)} />
        ))}
      </Body>
      {!team.isLoading && team.money && hiddenCount > 0 && (
        <p className="ranked-more">
          <a href="#team-table">{fill(t.attentionMore, { count: hiddenCount })}</a>
        </p>
      )}
    </Card>
  );
}
