// Before the first paint: the theme that was chosen here, if one was.
try { const t = localStorage.getItem("theme"); if (t) document.documentElement.dataset.theme = t; } catch {}
