/* global SwaggerUIBundle -- comes with swagger-ui-bundle.js */

SwaggerUIBundle({
  url: 'openapi.json',
  domNode: document.getElementById('interface'),
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  // The validator badge would be fetched from elsewhere.
  validatorUrl: null,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: -1,
  deepLinking: true,
});
