// Inlined into the shell that the service worker answers, below its frame (decision 42). It must agree with lib/last-views.ts.
(function () {
  try {
    var view = JSON.parse(localStorage.getItem('last view ' + location.pathname + location.search));
    var isOfFarm =
      view &&
      view.farm === localStorage.getItem('farm on this device') &&
      view.styles === document.querySelector('link[rel=stylesheet]').href;
    var isKept = !localStorage.getItem('keep nothing') && !localStorage.getItem('sign-out not sent');
    var main = document.getElementById('main');
    if (!isOfFarm || !isKept) return;
    main.innerHTML = view.html;
    main.setAttribute('aria-busy', 'true');
    var isCurrent = view.day === new Date().toDateString() && view.changes === localStorage.getItem('farm changes');
    if (!isCurrent) main.dataset.asOf = 'As of ' + view.moment;
    // The content policy allows no style attributes in HTML.
    main.querySelectorAll('[data-style]').forEach(function (element) {
      element.style.cssText = element.dataset.style;
    });
  } catch {
    // The screen is shown when its scripts have run.
  }
})();
