import AccessModel
import Compliance

/// What the page about a person's own apps says beside the texts of statuses and reasons, in one language.
struct SelfServiceTexts: Sendable {
    let title: String
    let apps: String
    let noApps: String
    let device: String
    let deviceUnreported: String
    let unknownPlatform: String
    let lastCheckIn: String
    let never: String
    /// Before the time at which what is wrong has its consequence.
    let due: String
    let fix: String
    let remove: String
    let wipePending: String
    let sessions: String
    let sessionsText: String
    let endOthers: String
    let signOut: String
    let signedOut: PageTexts.Message
    let removeTitle: NamedText
    let wipeText: String
    let wipe: String
    let unenrolText: String
    let unenrol: String
    let keep: String
    let wiped: String
    let unenrolled: String
    let unknownApp: String
    let nothingToFix: String
    let othersEnded: String
    let concurrent: String

    /// The texts in a language.
    static func of(_ language: TextLanguage) -> SelfServiceTexts {
        switch language {
        case .english: english
        case .spanish: spanish
        case .korean: korean
        case .russian: russian
        }
    }

    /// What people call a device of a platform.
    static func name(of platform: DevicePlatform, in language: TextLanguage) -> String {
        switch platform {
        case .iOS:
            switch language {
            case .english: "iPhone or iPad"
            case .spanish: "iPhone o iPad"
            case .korean: "iPhone 또는 iPad"
            case .russian: "iPhone или iPad"
            }
        case .android: "Android"
        case .windows: "Windows"
        case .windowsPhone: "Windows Phone"
        case .macOS: "Mac"
        case .linux: "Linux"
        }
    }

    private static let english = SelfServiceTexts(
        title: "My apps and devices", apps: "Apps",
        noApps: "No app is set up for your account. When you set one up, it appears here.", device: "Device",
        deviceUnreported: "Nothing is known about the device itself.", unknownPlatform: "unknown",
        lastCheckIn: "Last contact", never: "not yet", due: "Put it right before",
        fix: "Show me how to fix it", remove: "Remove this app",
        wipePending: "Its work data is erased as soon as the app is opened.", sessions: "Signed-in browsers",
        sessionsText: "If you have signed in on a computer that isn’t yours, sign out everywhere else.",
        endOthers: "Sign out everywhere else", signOut: "Sign out here",
        signedOut: PageTexts.Message("You are signed out", "You can close this page."),
        removeTitle: NamedText("Remove ", "?"),
        wipeText:
            "If the device is lost or stolen: the app is signed out at once, and its work data is erased as soon as the app is opened. Your private data stays.",
        wipe: "Erase work data and remove",
        unenrolText:
            "If you only don’t use the app any more: the app is signed out at once, and nothing is erased from here.",
        unenrol: "Only sign the app out", keep: "Keep the app",
        wiped: "The app is signed out, and its work data is erased as soon as the app is opened.",
        unenrolled: "The app is signed out.", unknownApp: "This app isn’t there any more.",
        nothingToFix: "There is nothing to fix in this app.", othersEnded: "All other browsers are signed out.",
        concurrent: "Something else changed the app at the same moment. Please try again.")

    private static let spanish = SelfServiceTexts(
        title: "Mis aplicaciones y dispositivos", apps: "Aplicaciones",
        noApps: "No hay ninguna aplicación configurada para su cuenta. Cuando configure una, aparecerá aquí.",
        device: "Dispositivo", deviceUnreported: "No se sabe nada del dispositivo en sí.",
        unknownPlatform: "desconocido", lastCheckIn: "Último contacto", never: "todavía no",
        due: "Corríjalo antes de:", fix: "Muéstreme cómo solucionarlo", remove: "Quitar esta aplicación",
        wipePending: "Sus datos del trabajo se borran en cuanto se abra la aplicación.",
        sessions: "Navegadores con sesión iniciada",
        sessionsText: "Si ha iniciado sesión en un ordenador que no es suyo, cierre la sesión en todos los demás.",
        endOthers: "Cerrar la sesión en todos los demás", signOut: "Cerrar la sesión aquí",
        signedOut: PageTexts.Message("Ha cerrado la sesión", "Puede cerrar esta página."),
        removeTitle: NamedText("¿Quitar ", "?"),
        wipeText:
            "Si ha perdido el dispositivo o se lo han robado: la sesión de la aplicación se cierra de inmediato y sus datos del trabajo se borran en cuanto se abra. Sus datos privados se conservan.",
        wipe: "Borrar los datos del trabajo y quitar",
        unenrolText:
            "Si simplemente ya no usa la aplicación: su sesión se cierra de inmediato y desde aquí no se borra nada.",
        unenrol: "Solo cerrar la sesión de la aplicación", keep: "Conservar la aplicación",
        wiped: "La sesión de la aplicación está cerrada, y sus datos del trabajo se borran en cuanto se abra.",
        unenrolled: "La sesión de la aplicación está cerrada.", unknownApp: "Esta aplicación ya no está.",
        nothingToFix: "En esta aplicación no hay nada que solucionar.",
        othersEnded: "Se ha cerrado la sesión en todos los demás navegadores.",
        concurrent: "Algo ha cambiado la aplicación en el mismo momento. Inténtelo de nuevo.")

    private static let korean = SelfServiceTexts(
        title: "내 앱과 기기", apps: "앱", noApps: "계정에 설정된 앱이 없습니다. 앱을 설정하면 여기에 표시됩니다.", device: "기기",
        deviceUnreported: "기기 자체에 대해서는 알려진 것이 없습니다.", unknownPlatform: "알 수 없음", lastCheckIn: "마지막 연결",
        never: "아직 없음", due: "해결 기한:", fix: "해결 방법 보기", remove: "이 앱 제거",
        wipePending: "앱이 열리면 바로 회사 데이터가 삭제됩니다.", sessions: "로그인한 브라우저",
        sessionsText: "내 것이 아닌 컴퓨터에서 로그인했다면 다른 모든 곳에서 로그아웃하세요.", endOthers: "다른 모든 곳에서 로그아웃",
        signOut: "여기에서 로그아웃", signedOut: PageTexts.Message("로그아웃되었습니다", "이 페이지를 닫아도 됩니다."),
        removeTitle: NamedText("다음 앱을 제거할까요? "),
        wipeText: "기기를 잃어버렸거나 도난당한 경우: 앱에서 즉시 로그아웃되고, 앱이 열리면 바로 회사 데이터가 삭제됩니다. 개인 데이터는 그대로 남습니다.",
        wipe: "회사 데이터를 삭제하고 제거", unenrolText: "더 이상 앱을 사용하지 않는 경우: 앱에서 즉시 로그아웃되며, 여기에서 아무것도 삭제되지 않습니다.",
        unenrol: "앱에서 로그아웃만 하기", keep: "앱 유지",
        wiped: "앱에서 로그아웃되었으며, 앱이 열리면 바로 회사 데이터가 삭제됩니다.", unenrolled: "앱에서 로그아웃되었습니다.",
        unknownApp: "이 앱은 더 이상 없습니다.", nothingToFix: "이 앱에는 해결할 것이 없습니다.",
        othersEnded: "다른 모든 브라우저에서 로그아웃되었습니다.", concurrent: "같은 순간에 앱이 변경되었습니다. 다시 시도하세요.")

    private static let russian = SelfServiceTexts(
        title: "Мои приложения и устройства", apps: "Приложения",
        noApps:
            "Для вашей учётной записи не настроено ни одного приложения. Когда вы его настроите, оно появится здесь.",
        device: "Устройство", deviceUnreported: "О самом устройстве ничего не известно.",
        unknownPlatform: "неизвестно", lastCheckIn: "Последняя связь", never: "ещё не было",
        due: "Исправьте это до:", fix: "Показать, как исправить", remove: "Удалить это приложение",
        wipePending: "Его рабочие данные будут стёрты, как только приложение откроют.",
        sessions: "Браузеры, в которых вы вошли",
        sessionsText: "Если вы входили на чужом компьютере, выйдите во всех остальных браузерах.",
        endOthers: "Выйти во всех остальных", signOut: "Выйти здесь",
        signedOut: PageTexts.Message("Вы вышли", "Эту страницу можно закрыть."),
        removeTitle: NamedText("Удалить ", "?"),
        wipeText:
            "Если устройство потеряно или украдено: доступ приложения прекратится сразу, а его рабочие данные будут стёрты, как только приложение откроют. Личные данные останутся.",
        wipe: "Стереть рабочие данные и удалить",
        unenrolText:
            "Если вы просто больше не пользуетесь приложением: его доступ прекратится сразу, и отсюда ничего не стирается.",
        unenrol: "Только прекратить доступ", keep: "Оставить приложение",
        wiped: "Доступ приложения прекращён, а его рабочие данные будут стёрты, как только приложение откроют.",
        unenrolled: "Доступ приложения прекращён.", unknownApp: "Этого приложения больше нет.",
        nothingToFix: "В этом приложении нечего исправлять.", othersEnded: "Во всех остальных браузерах вы вышли.",
        concurrent: "В тот же момент приложение изменило что-то ещё. Попробуйте ещё раз.")
}
