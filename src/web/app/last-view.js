// Inlined into the shell that the service worker answers, below its frame (decision 42). It must agree with lib/last-views.ts.
(function () {
  try {
    var view = JSON.parse(localStorage.getItem('last views') || '{}')[location.pathname + location.search];
    var isOfNow =
      view &&
      view.farm === localStorage.getItem('farm on this device') &&
      view.day === new Date().toDateString() &&
      view.styles === document.querySelector('link[rel=stylesheet]').href;
    var isKept = !localStorage.getItem('keep nothing') && !localStorage.getItem('sign-out not sent');
    var main = document.getElementById('main');
    if (!isOfNow || !isKept) return;
    main.innerHTML = view.html;
    main.setAttribute('aria-busy', 'true');
    // The content policy allows no style attributes in HTML.
    main.querySelectorAll('[data-style]').forEach(function (element) {
      element.style.cssText = element.dataset.style;
    });
  } catch {
    // The screen is shown when its scripts have run.
  }
})();
