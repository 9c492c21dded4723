import { useLocation } from 'wouter';
import { messages } from '../../../../contract/messages.ts';
import { can } from '../../../../contract/permissions.ts';
import { useUser } from '../../../app/context.ts';
import { teamDashboardPath } from '../../../app/routes.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';

const t = messages.performance.pay;

/** For users without commission of their own: explains why, and links to other people's figures. */
export function NotPaid() {
  const [, navigate] = useLocation();
  const seesTeam = can(useUser(), 'screen:team-dashboard');
  return (
    <Card>
      <EmptyState title={t.unpaid} action={seesTeam && <Button onClick={() => navigate(teamDashboardPath)}>{t.toTeam}</Button>}>
        {t.unpaidWhy}
      </EmptyState>
    </Card>
  );
}
