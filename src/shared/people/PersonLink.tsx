import { Link } from 'wouter';
import { can } from '../../../contract/permissions.ts';
import { useFeature, useUser } from '../../app/context.ts';
import { toPersonPath } from '../../app/routes.ts';

type Props = Readonly<{
  id: string | null | undefined;
  name: string;
  /** The manager of that person, who may also open the page (decisions 3.10). */
  manager_id?: string | null | undefined;
  /** True if the server lists only people whose page the user may open. */
  isListed?: boolean;
  /** The link target on a server without person pages. */
  fallbackHref?: string | undefined;
}>;

/** A person's name, linked to their page for users who may open it. */
export function PersonLink({ id, name, manager_id = null, isListed = false, fallbackHref }: Props) {
  const user = useUser();
  const hasPage = useFeature('person-page');
  const mayOpen = isListed || can(user, 'person:read', { owner_id: id ?? null, owner_manager_id: manager_id });
  const href = hasPage && id && mayOpen ? toPersonPath(id) : fallbackHref;
  return href === undefined || name === '' ? name : <Link href={href}>{name}</Link>;
}
