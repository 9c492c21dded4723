import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Principal } from '../session/principal.ts';
import { formProblem, notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { readJpeg } from './logoJpeg.ts';
import { readPng } from './logoPng.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
const t = messages.companyLogo;
const auditTarget = { entity: 'company_logo', entityId: '1' };

export const logoProblem = (message: string) => formProblem({ logo: message });

const kinds = [
  { mediaType: 'image/png', signature: Buffer.from('89504e470d0a1a0a', 'hex'), read: readPng },
  { mediaType: 'image/jpeg', signature: Buffer.from('ffd8ff', 'hex'), read: readJpeg },
] as const;

/** The part of a logo's hash that its address contains. */
export const logoVersionOf = (sha256: string): string => sha256.slice(0, 12);

/** The address of the logo, new for each picture; undefined without one. */
export const readLogoAddress = async ({ store }: Pick<Deps, 'store'>): Promise<string | undefined> => {
  const hash = await store.logo.hash();
  return hash === null ? undefined : `/api/v1/public/logo?v=${logoVersionOf(hash)}`;
};

/**
 * Replaces the logo (decisions 4.12); its bytes decide the format, not its name. Metadata is removed.
 * @param isPrintable tries the picture in a document, so that it cannot make an invoice fail
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
  const kind = kinds.find(({ signature }) => content.subarray(0, signature.length).equals(signature));
  if (!kind) throw logoProblem(t.wrongKind);
  const { mediaType } = kind;
  const { width, height, content: picture } = kind.read(content);
  if (width > maxPx || height > maxPx) throw logoProblem(fill(t.tooWide, { most: maxPx, width, height }));
  if (picture === null || !(await isPrintable({ mediaType, content: picture }))) throw logoProblem(t.unreadable);
  const now = clock();
  await store.transaction(async (tx) => {
    const before = await tx.logo.hash();
    const sha256 = await tx.logo.save(mediaType, picture, now);
    const entry = { ...auditTarget, actorId: userId, action: 'logo.changed' };
    await tx.audit.write({ ...entry, before: { sha256: before }, after: { sha256, media_type: mediaType } }, origin, now);
  });
};

/** @throws Problem 404 */
export const removeLogo = async ({ store, clock }: Deps, { userId }: Principal, origin: Origin): Promise<void> => {
  const now = clock();
  await store.transaction(async (tx) => {
    const sha256 = await tx.logo.remove();
    if (sha256 === null) throw notFoundProblem('logo');
    await tx.audit.write({ ...auditTarget, actorId: userId, action: 'logo.removed', before: { sha256 } }, origin, now);
  });
};
