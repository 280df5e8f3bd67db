import Compliance

/// What the remediation page says beside the texts of statuses and reasons, in one language.
struct RemediationTexts: Sendable {
    let app: NamedText
    let why: String
    let how: String
    let whenDone: String
    let warnings: String
    let checkAgain: String
    let leave: String
    let startAgain: String
    /// Said after a check that changed nothing.
    let stillOpen: String
    let limited: String
    /// Said when everything is fine.
    let back: String
    let expired: PageTexts.Message
    let unknown: PageTexts.Message
    let phone: String
    let phoneHint: String
    let phoneAlternative: String
    let staysOpen: String

    /// The texts in a language.
    static func of(_ language: TextLanguage) -> RemediationTexts {
        switch language {
        case .english: english
        case .spanish: spanish
        case .korean: korean
        case .russian: russian
        }
    }

    private static let english = RemediationTexts(
        app: NamedText("App: "), why: "Why it matters", how: "How to fix it",
        whenDone: "When you have done this, come back here and choose “Check again”.",
        warnings: "Worth fixing soon", checkAgain: "Check again", leave: "Cancel", startAgain: "Start again",
        stillOpen: "We have checked again, and there is still something to do. The app may need a moment to report.",
        limited: "You have checked very often. Wait a few minutes, then try again.",
        back: "Go back to the app and carry on. You can close this page.",
        expired: PageTexts.Message(
            "This page has expired", "It was open for too long. Start again in the app, which gives you a new page."),
        unknown: PageTexts.Message(
            "This page doesn’t exist",
            "The address is incomplete, or too old. Start again in the app, which gives you a new page."),
        phone: "Continue on your phone",
        phoneHint:
            "Scan this code with your phone’s camera. Whoever has it can open this page, so show it to nobody else.",
        phoneAlternative: "QR code with the address of this page",
        staysOpen: "This page stays open for 15 minutes after you last used it.")

    private static let spanish = RemediationTexts(
        app: NamedText("Aplicación: "), why: "Por qué es importante", how: "Cómo solucionarlo",
        whenDone: "Cuando lo haya hecho, vuelva aquí y elija «Comprobar de nuevo».",
        warnings: "Conviene solucionarlo pronto", checkAgain: "Comprobar de nuevo", leave: "Cancelar",
        startAgain: "Empezar de nuevo",
        stillOpen:
            "Lo hemos comprobado de nuevo y todavía queda algo por hacer. Puede que la aplicación tarde un momento en informar.",
        limited: "Ha comprobado muchas veces. Espere unos minutos e inténtelo de nuevo.",
        back: "Vuelva a la aplicación y continúe. Puede cerrar esta página.",
        expired: PageTexts.Message(
            "Esta página ha caducado",
            "Ha estado abierta demasiado tiempo. Empiece de nuevo en la aplicación, que le dará una página nueva."),
        unknown: PageTexts.Message(
            "Esta página no existe",
            "La dirección está incompleta o es demasiado antigua. Empiece de nuevo en la aplicación, que le dará una página nueva."
        ),
        phone: "Continuar en el teléfono",
        phoneHint:
            "Escanee este código con la cámara del teléfono. Quien lo tenga puede abrir esta página, así que no se lo enseñe a nadie más.",
        phoneAlternative: "Código QR con la dirección de esta página",
        staysOpen: "Esta página sigue abierta 15 minutos desde la última vez que la usa.")

    private static let korean = RemediationTexts(
        app: NamedText("앱: "), why: "왜 중요한가요", how: "해결 방법", whenDone: "모두 마쳤으면 여기로 돌아와 ‘다시 확인’을 선택하세요.",
        warnings: "곧 해결하는 것이 좋습니다", checkAgain: "다시 확인", leave: "취소", startAgain: "다시 시작",
        stillOpen: "다시 확인했지만 아직 할 일이 남아 있습니다. 앱이 보고하는 데 잠시 시간이 걸릴 수 있습니다.",
        limited: "너무 자주 확인했습니다. 몇 분 기다린 후 다시 시도하세요.", back: "앱으로 돌아가 계속하세요. 이 페이지는 닫아도 됩니다.",
        expired: PageTexts.Message("페이지가 만료되었습니다", "페이지가 너무 오래 열려 있었습니다. 앱에서 다시 시작하면 새 페이지가 열립니다."),
        unknown: PageTexts.Message("없는 페이지입니다", "주소가 불완전하거나 너무 오래되었습니다. 앱에서 다시 시작하면 새 페이지가 열립니다."),
        phone: "휴대폰에서 계속하기",
        phoneHint: "휴대폰 카메라로 이 코드를 스캔하세요. 코드를 가진 사람은 누구나 이 페이지를 열 수 있으니 다른 사람에게 보여 주지 마세요.",
        phoneAlternative: "이 페이지의 주소가 담긴 QR 코드", staysOpen: "이 페이지는 마지막으로 사용한 뒤 15분 동안 열려 있습니다.")

    private static let russian = RemediationTexts(
        app: NamedText("Приложение: "), why: "Почему это важно", how: "Как исправить",
        whenDone: "Когда всё сделаете, вернитесь сюда и нажмите «Проверить снова».",
        warnings: "Стоит исправить в ближайшее время", checkAgain: "Проверить снова", leave: "Отменить",
        startAgain: "Начать заново",
        stillOpen:
            "Мы проверили ещё раз, и кое-что ещё осталось сделать. Приложению может понадобиться немного времени.",
        limited: "Вы проверяли слишком часто. Подождите несколько минут и попробуйте ещё раз.",
        back: "Вернитесь в приложение и продолжайте работу. Эту страницу можно закрыть.",
        expired: PageTexts.Message(
            "Срок действия страницы истёк",
            "Она была открыта слишком долго. Начните заново в приложении, оно откроет новую страницу."),
        unknown: PageTexts.Message(
            "Такой страницы нет",
            "Адрес неполный или слишком старый. Начните заново в приложении, оно откроет новую страницу."),
        phone: "Продолжить на телефоне",
        phoneHint:
            "Наведите камеру телефона на этот код. Любой, у кого он есть, может открыть эту страницу, поэтому не показывайте его другим.",
        phoneAlternative: "QR-код с адресом этой страницы",
        staysOpen: "Эта страница остаётся открытой 15 минут после последнего действия.")
}
