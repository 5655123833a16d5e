import type { PermissionSet } from '../permissions/permission-set.js';
import type { ObjectId } from '../values/object-id.js';

/** The name of a person as the interface shows it. */
export interface PersonalInformation {
  readonly firstName: string;
  readonly lastName: string;
  readonly name: string;
}

/** A user as other records embed one (interface, "User summary"). */
export interface UserSummary {
  readonly id: ObjectId;
  readonly emails: readonly string[];
  readonly personalInformation: PersonalInformation;
}

/** A user at an identity provider; an identity belongs to one user. */
export interface ExternalIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** A user with all that is shown of them. */
export interface User extends UserSummary {
  readonly permissions: PermissionSet;
  readonly identities: readonly ExternalIdentity[];
  readonly departmentId: ObjectId | null;
  readonly active: boolean;
}

/** A user as stores keep one. */
export interface KeptUser extends User {
  /** A random text that prevents guessing what digests of the user are made of. Never shown. */
  readonly salt: string;
}

/** No user has this id, e-mail or identity. */
export interface UserNotFound {
  readonly type: 'user-not-found';
  readonly user: string;
  /** The users with a similar e-mail, for people. */
  readonly near?: readonly string[];
}

/** The user who has an e-mail. */
export interface EmailOwner {
  readonly userId: ObjectId;
  /** The first one. */
  readonly email: string | undefined;
  readonly name: string;
  readonly active: boolean;
}

/** The e-mail belongs to another user. */
export interface EmailTaken {
  readonly type: 'email-taken';
  /** As the caller wrote it. */
  readonly email: string;
  readonly owner: EmailOwner;
  /** The user who was to get it. */
  readonly claimant: ObjectId;
}
