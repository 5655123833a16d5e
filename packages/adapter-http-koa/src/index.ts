export type { AppContext, AppMiddleware, AppState } from './app-context.js';
export { type AppServices, type AppServicesPorts, appServices } from './app-services.js';
export { AnswerWithHeaders } from './chain/answer-with-headers.js';
export { TaggedText } from './chain/tagged-text.js';
export { type AppOptions, createApp } from './create-app.js';
export {
  type Endpoint,
  type EndpointDefinition,
  type EndpointRequest,
  endpoint,
  type Handler,
  type HandlerServices,
  type Rights,
  type Tag,
} from './endpoint.js';
export { ENDPOINTS } from './endpoints/endpoints.js';
export type { ProtectedResource } from './middleware/resource-metadata.js';
export type { AppPage } from './page/app-page.js';
export {
  type DescribedProblem,
  type Problem,
  type ServerFailure,
  storeFailure,
  validationProblem,
} from './problem.js';
export { Readiness } from './readiness.js';
export type {
  AuditBatchPageJson,
  AuditEntryShownJson,
  AuditHeadJson,
  AuditPageJson,
} from './schemas/audit.js';
export type { ChangePermissionsBody } from './schemas/change-permissions.js';
export type {
  AuthzenConfigurationJson,
  DecisionJson,
  DecisionsJson,
  EvaluationBody,
  EvaluationsBody,
} from './schemas/decision.js';
export type {
  DepartmentHierarchyJson,
  DepartmentPageJson,
  DepartmentShownJson,
} from './schemas/department.js';
export type {
  CreateDepartmentBody,
  DeleteDepartmentBody,
  DepartmentChangedJson,
  UpdateDepartmentBody,
} from './schemas/department-change.js';
export type { GrantPageJson, GrantPageQuery } from './schemas/grant.js';
export type { HealthyJson } from './schemas/health.js';
export type { KnownModulesJson, KnownPermissionsJson } from './schemas/known-permission.js';
export type { LocatedJson } from './schemas/location.js';
export type { PageConfigJson, PageSignInJson } from './schemas/page-config.js';
export type { BodySchema, PermissionsChangedJson } from './schemas/permission-change.js';
export type {
  PermissionRunJson,
  RenamePermissionBody,
  RevertChangesBody,
} from './schemas/permission-run.js';
export type { ProblemCode, ProblemJson } from './schemas/problem.js';
export type { ProtectedResourceJson } from './schemas/protected-resource.js';
export type { QuerySchemas } from './schemas/query-values.js';
export type { SessionShownJson, UserPageJson, UserShownJson } from './schemas/user.js';
export type {
  CreateUserBody,
  EraseUserBody,
  SetActiveBody,
  SetIdentityBody,
  UpdateUserBody,
  UserChangeBody,
  UserChangedJson,
  UserErasedJson,
} from './schemas/user-change.js';
export {
  type CannotListen,
  type ListenOptions,
  type RunningServer,
  startHttpServer,
} from './server/http-server.js';
export type { ServerLimits } from './server/server-limits.js';
