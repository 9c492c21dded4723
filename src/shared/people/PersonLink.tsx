import { Link } from 'wouter';
import { can } from '../../../contract/permissions.ts';
import { useFeature, useUser } from '../../app/context.ts';
import { toPersonPath } from '../../app/routes.ts';

/** `manager_id` decides whether a manager may open the page (decisions 3.10). */
export type LinkedPerson = Readonly<{ id: string | null | undefined; name: string; manager_id?: string | null | undefined }>;

/** A person's name, as a link to their page for those who may open it. */
export function PersonLink({ id, name, manager_id = null }: LinkedPerson) {
  const user = useUser();
  const hasPage = useFeature('person-page');
  if (!hasPage || !id || name === '' || !can(user, 'person:read', { owner_id: id, owner_manager_id: manager_id })) return name;
  return (
    <Link href={toPersonPath(id)} className="name-link">
      {name}
    </Link>
  );
}
