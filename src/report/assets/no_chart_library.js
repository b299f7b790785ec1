// In place of Chart.js, where it was not there when honestrank was built: the report has tables alone.
