import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { readImage } from '../../../contract/rules/images.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Principal } from '../session/principal.ts';
import { formProblem, notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
const t = messages.companyLogo;
const audited = { entity: 'company_logo', entityId: '1' };

export const logoProblem = (message: string) => formProblem({ logo: message });

/** The address of the logo, new for each picture; undefined without one. */
export const logoAddress = async ({ store }: Pick<Deps, 'store'>): Promise<string | undefined> => {
  const hash = await store.logo.hash();
  return hash === null ? undefined : `/api/v1/public/logo?v=${hash.slice(0, 12)}`;
};

/**
 * Replaces the logo (decisions 4.12); the bytes decide what it is, not its name.
 * @param isPrintable tries the picture in a document, so that no invoice fails because of it
 * @throws Problem 422
 */
export const saveLogo = async (
  { store, clock }: Deps,
  { userId }: Principal,
  content: Buffer,
  origin: Origin,
  isPrintable: (picture: Readonly<{ mediaType: string; content: Buffer }>) => Promise<boolean>,
): Promise<void> => {
  const { maxBytes, maxPx } = limits.logo;
  if (content.length > maxBytes) throw logoProblem(t.tooLarge);
  const image = readImage(content);
  if (!image) throw logoProblem(t.wrongKind);
  const { mediaType, width, height } = image;
  if (width > maxPx || height > maxPx) throw logoProblem(fill(t.tooWide, { most: maxPx, width, height }));
  if (!(await isPrintable({ mediaType, content }))) throw logoProblem(t.unreadable);
  const now = clock();
  await store.transaction(async (tx) => {
    const before = await tx.logo.hash();
    const sha256 = await tx.logo.save(mediaType, content, now);
    const entry = { ...audited, actorId: userId, action: 'logo.changed' };
    await tx.audit.write({ ...entry, before: { sha256: before }, after: { sha256, media_type: mediaType } }, origin, now);
  });
};

/** @throws Problem 404 */
export const removeLogo = async ({ store, clock }: Deps, { userId }: Principal, origin: Origin): Promise<void> => {
  const now = clock();
  await store.transaction(async (tx) => {
    const sha256 = await tx.logo.remove();
    if (sha256 === null) throw notFoundProblem('logo');
    await tx.audit.write({ ...audited, actorId: userId, action: 'logo.removed', before: { sha256 } }, origin, now);
  });
};
